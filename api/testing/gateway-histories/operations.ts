// What can happen in a history of payments: what people, administrators and the clock do, and the
// habits that gateways show.
import fc from 'fast-check';

/** Gateways that take part. Each is a stand-in that speaks the real protocol. */
export const GATEWAYS = ['pix', 'rede', 'cieloCard', 'carat'] as const;
export type HistoryGateway = (typeof GATEWAYS)[number];

/**
 * The cards that each fan has at each acquirer: one that is charged, one that its bank refuses,
 * one that looks like fraud.
 */
export const CARDS = ['good', 'declined', 'suspicious'] as const;
export type HistoryCard = (typeof CARDS)[number];

/** What a gateway does to the next calls, notifications, refunds and payouts. */
const HABITS = [
  { on: 'PUT /cob', action: 'drop', when: 'after' },
  { on: 'PUT /cob', action: 'status', status: 503 },
  { on: 'GET /cob', action: 'status', status: 404, times: 2 },
  { on: 'PUT /pix', action: 'drop', when: 'after' },
  { on: 'PUT /pix', action: 'status', status: 500, when: 'after', times: 2 },
  { on: 'GET /pix', action: 'status', status: 404, times: 3 },
  { on: 'PUT /v3/gn/pix', action: 'drop', when: 'after' },
  { on: 'PUT /v3/gn/pix', action: 'drop', when: 'before', times: 2 },
  { on: 'GET /v2/gn/pix', action: 'status', status: 404, times: 3 },
  { on: 'POST /erede/v2/transactions', action: 'drop', when: 'after' },
  { on: 'POST /erede/v2/transactions', action: 'status', status: 500, when: 'after' },
  { on: 'POST /erede/v2/transactions/*/refunds', action: 'drop', when: 'after' },
  { on: 'GET /erede/v2/transactions', action: 'status', status: 404, times: 3 },
  { on: 'POST /1/sales', action: 'drop', when: 'after' },
  { on: 'POST /1/sales', action: 'drop', when: 'before' },
  { on: 'PUT /1/sales/*/void', action: 'status', status: 500, when: 'after' },
  { on: 'PUT /1/sales/*/void', action: 'drop', when: 'before' },
  { on: 'GET /1/sales', action: 'status', status: 404, times: 3 },
  { on: 'POST /v2/payments', action: 'drop', when: 'after' },
  { on: 'POST /v2/cancellations', action: 'drop', when: 'after' },
  { on: 'POST /v2/cancellations', action: 'status', status: 409 },
  { on: 'GET /v2/transactions', action: 'status', status: 404, times: 3 },
  { on: 'refund', action: 'process' },
  { on: 'refund', action: 'fail' },
  { on: 'payout', action: 'fail' },
  { on: 'webhook', action: 'lose' },
  { on: 'webhook', action: 'duplicate' },
  { on: 'webhook', action: 'reorder' },
] as const;

const which = fc.nat(40);
const fan = fc.nat(2);
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      fan,
      amount: fc.constantFrom(1_000, 5_000, 9_999),
      gateway: fc.constantFrom(...GATEWAYS),
      card: fc.constantFrom('good' as const, ...CARDS),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('look' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('buy' as const), fan, post: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reverse' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('panel' as const), which, part: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('contest' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('carryOut' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cashOut' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sendBack' as const), which }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('habit' as const), habit: fc.constantFrom(...HABITS) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      seconds: fc.constantFrom(5, 90, 3_600, 30_000),
    }),
  },
);

export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
export type OperationOf<Do extends Operation['do']> = Extract<Operation, { do: Do }>;

export const gatewayOperations = (length: number): fc.Arbitrary<Operation[]> =>
  fc.array(operation, { minLength: length, maxLength: length });
