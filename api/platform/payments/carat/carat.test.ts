// The Carat adapter against answers as its public documents show them; each fixture names its page.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../clock/fake.ts';
import { createCaratProvider } from './carat.ts';
import { readPayment, toIdempotencyKey, toOrderId } from './carat-wire.ts';

const chargeId = randomUUID() as ChargeId;
const NIT = '1234567890abcdefghijklmnopqrstuvwxyz1234567890abcdefghijklmnopqr';
const START = new Date('2026-11-23T12:00:00.000Z');
const known = { chargeId, providerRef: null, amountCentavos: centavos(10_000) };

// dev.softwareexpress.com.br/docs/e-sitef/pagamento-idempotente, "Exemplos: Resposta" (receipts
// left out).
const PAYMENT = {
  authorizer_code: '000',
  authorizer_message: 'Transacao Aprov.',
  status: 'CON',
  nit: NIT,
  order_id: toOrderId(chargeId),
  authorizer_id: '2',
  acquirer_id: '229',
  acquirer_name: 'Bin',
  authorizer_date: '14/07/2022T11:54',
  authorization_number: '145778',
  merchant_usn: '12050620649',
  esitef_usn: '220714103502410',
  sitef_usn: '145778',
  host_usn: '999145778   ',
  amount: '10000',
  payment_type: 'C',
  issuer: '2',
  payment_date: '14/07/2022T11:54',
};
const MADE = { code: '0', message: 'OK. Transaction successful.', payment: PAYMENT };

type Call = { method: string; url: string; headers: IncomingHttpHeaders };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const providerAt = async (answer: (call: Call) => [status: number, body: unknown]) => {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const call = { method: request.method ?? '', url: request.url ?? '', headers: request.headers };
    request.resume().on('end', () => {
      calls.push(call);
      const [status, body] = answer(call);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/e-sitef/api`;
  const provider = createCaratProvider(
    { baseUrl, merchantId: 'm', merchantKey: 'k', webhookSecret: 'x', timeoutMs: 60_000 },
    fakeClock(START),
  );
  closing.push(
    () => provider.close(),
    async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  );
  return { provider, calls };
};

const charge = {
  chargeId,
  method: 'card',
  amountCentavos: centavos(10_000),
  expiresInSeconds: 900,
  description: 'Recarga',
  card: { kind: 'stored', token: 'token==', brandId: 2, byHolder: true, networkRef: null },
} as const;

describe('payments as Carat documents them', () => {
  it('a paid payment has dates as DD/MM/YYYYThh:mm in Brasilia time', async () => {
    const { provider, calls } = await providerAt(() => [201, MADE]);
    const report = await provider.createCharge(charge);
    expect(report).toMatchObject({
      state: 'paid',
      providerRef: NIT,
      receipts: [
        { ref: NIT, amountCentavos: 10_000, receivedAt: new Date('2022-07-14T14:54:00.000Z') },
      ],
    });
    // "idempotency_key: < 80 N": digits.
    expect(calls[0]?.headers['idempotency_key']).toMatch(/^\d{1,80}$/);
  });

  it('a payment is found by its order after a lost reply', async () => {
    // docs.apis-fiserv.com/latam/docs, "Multiple transactions status query": each item repeats
    // code, message and payment.
    const { provider } = await providerAt(() => [
      200,
      {
        code: '0',
        message: 'OK. Transaction successful.',
        transactions: [{ code: '0', message: 'OK. Transaction successful.', payment: PAYMENT }],
      },
    ]);
    expect(await provider.status(known)).toMatchObject({ state: 'paid', providerRef: NIT });
  });

  it('an empty list means that no payment exists', async () => {
    const { provider } = await providerAt(() => [
      200,
      { code: '0', message: 'OK. Transaction successful.', transactions: [] },
    ]);
    expect(await provider.status(known)).toBeNull();
  });

  it('a reply with neither a payment nor a list is invalid', async () => {
    const { provider } = await providerAt(() => [
      200,
      { code: '0', message: 'OK. Transaction successful.' },
    ]);
    await expect(provider.status(known)).rejects.toMatchObject({ outcome: 'invalid' });
  });

  it('the paid one of two payments of an order is reported', async () => {
    const refusedFirst = {
      ...MADE,
      payment: { ...PAYMENT, status: 'NEG', authorizer_code: '51', nit: NIT.replace('1', '2') },
    };
    const { provider } = await providerAt(() => [
      200,
      { code: '0', transactions: [refusedFirst, MADE] },
    ]);
    expect(await provider.status(known)).toMatchObject({ state: 'paid', providerRef: NIT });
  });

  it.each([
    ['BLQ', 'failed'],
    ['NOV', 'pending'],
    ['PPC', 'authorized'],
    ['EST', 'refunded'],
    ['EXP', 'expired'],
  ] as const)('a payment of status %s is %s', async (status, state) => {
    const { provider } = await providerAt(() => [
      200,
      { transactions: [{ ...MADE, payment: { ...PAYMENT, status } }] },
    ]);
    expect(await provider.status(known)).toMatchObject({ state });
  });

  it.each([
    ['ACC', 'accepted'],
    ['REJ', 'rejected'],
    ['REV', 'review'],
    ['NOV', undefined],
    ['EXP', undefined],
  ])('a payment screened as %s is %s', async (status, screening) => {
    // dev.softwareexpress.com.br/en/docs/e-sitef, "Anti-Fraud Integration": the node `analysis`.
    const { provider } = await providerAt(() => [
      200,
      { transactions: [{ ...MADE, payment: { ...PAYMENT, analysis: { status } } }] },
    ]);
    expect((await provider.status(known))?.screening).toBe(screening);
  });

  it.each(['14/07/2022T11:54:09', '32/07/2022T11:54', '2022-07-14', ''])(
    'a payment with the date %j is invalid',
    (authorizer_date) => {
      expect(() => readPayment({ payment: { ...PAYMENT, authorizer_date } })).toThrow(
        /authorizer_date/,
      );
    },
  );
});

it('each charge has its own stable idempotency key', () => {
  const ids = Array.from({ length: 1_000 }, () => randomUUID());
  expect(new Set(ids.map(toIdempotencyKey)).size).toBe(1_000);
  expect(toIdempotencyKey(ids[0] ?? '')).toBe(toIdempotencyKey(ids[0] ?? ''));
});
