// What the gateways other than Pix remember, whatever their protocol: orders, what was paid for
// them, and what went back.
import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Store } from './store.ts';

export type OrderRefund = {
  id: string;
  amountCentavos: number;
  at: string;
  /** The merchant's own id of it, where the protocol has one. */
  merchantRef: string | null;
  /** A second field that the merchant filled in, where the protocol has one. */
  merchantField?: string | null;
  /** Taken back by the payer. */
  contested: boolean;
  /** Accepted, and then not carried out. */
  fails: boolean;
  /** Accepted, and shown as under way until it is carried out. */
  processing: boolean;
  /** The same until then, where refunds take time. */
  dueAt?: string | undefined;
};

export type OrderPayment = {
  id: string;
  amountCentavos: number;
  at: string;
  refunds: OrderRefund[];
};

export type Order<Details = unknown> = {
  /** The gateway's. */
  id: string;
  /** The merchant's. */
  reference: string;
  amountCentavos: number;
  createdAt: string;
  expiresAt: string;
  /** When the payer agreed, where the merchant then takes the money. */
  agreedAt: string | null;
  canceledAt: string | null;
  payments: OrderPayment[];
  /** What the protocol was told beside. */
  details: Details;
};

/** Something that the merchant is told of. */
export type News =
  | { kind: 'agreed' | 'paid' | 'canceled' }
  | { kind: 'refunded'; refund: OrderRefund };

/** A rule of the trade that was broken; each protocol says it in its own words. */
export class Refusal extends Error {
  readonly reason:
    | 'unknown'
    | 'paid'
    | 'canceled'
    | 'expired'
    | 'notAgreed'
    | 'notPaid'
    | 'tooMuch';

  constructor(reason: Refusal['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export type Tools = { store: Store; clock: Clock; faults: Faults };

export type Trade<Details> = {
  /** In addresses of pages and of the control API. */
  gateway: string;
  title: string;
  newId: () => string;
  /** Whether the payer agrees and the merchant takes the money, or pays outright. */
  agrees: boolean;
  tell: (order: Order<Details>, news: News) => void;
};

export type OrderBook<Details = unknown> = {
  readonly trade: Trade<Details>;
  add: (
    order: Pick<Order<Details>, 'reference' | 'amountCentavos' | 'expiresAt' | 'details'>,
  ) => Order<Details>;
  /** Throws Refusal (`unknown`). */
  find: (id: string) => Order<Details>;
  has: (id: string) => boolean;
  /** Every order of one reference, the oldest first. */
  of: (reference: string) => Order<Details>[];
  newest: (limit: number) => Order<Details>[];
  isExpired: (order: Order<Details>) => boolean;
  /** The payer's side: pays, or agrees. `force` pays although it is too late, or again. */
  pay: (
    id: string,
    options?: { amountCentavos?: number | undefined; force?: boolean | undefined },
  ) => Order<Details>;
  /** The merchant takes what was agreed to. */
  take: (id: string) => Order<Details>;
  cancel: (id: string) => Order<Details>;
  /** Notes what the protocol was told since. */
  amend: (id: string, details: Details) => Order<Details>;
  /** Carries out the refunds that are under way. */
  carryOut: (id: string) => Order<Details>;
  refund: (
    id: string,
    refund: {
      paymentId: string;
      amountCentavos: number;
      merchantRef: string | null;
      merchantField?: string | null;
      contested: boolean;
      dueAt?: string | undefined;
    },
  ) => OrderRefund;
};

/** What may still be returned of a payment. */
export const refundable = ({ amountCentavos, refunds }: OrderPayment): number =>
  refunds
    .filter(({ fails }) => !fails)
    .reduce((left, refund) => left - refund.amountCentavos, amountCentavos);

/** Opens the book of one gateway. */
export const openBook = <Details>(
  { store, clock, faults }: Tools,
  trade: Trade<Details>,
): OrderBook<Details> => {
  const [kind, references] = [`${trade.gateway}-order`, `${trade.gateway}-reference`];
  const save = (order: Order<Details>): Order<Details> => {
    store.put(kind, order.id, order, Date.parse(order.createdAt));
    return order;
  };
  const find = (id: string): Order<Details> => {
    const order = store.get<Order<Details>>(kind, id);
    if (!order) throw new Refusal('unknown', `Nenhum pedido ${id}.`);
    return order;
  };
  const isExpired = ({ expiresAt }: Order<Details>): boolean => clock.now() >= new Date(expiresAt);
  const now = (): string => clock.now().toISOString();

  const receive = (order: Order<Details>, amountCentavos: number): Order<Details> => {
    const paid = save({
      ...order,
      payments: [...order.payments, { id: trade.newId(), amountCentavos, at: now(), refunds: [] }],
    });
    trade.tell(paid, { kind: 'paid' });
    return paid;
  };

  return {
    trade,
    find,
    isExpired,
    has: (id) => store.get(kind, id) !== undefined,
    of: (reference) => (store.get<string[]>(references, reference) ?? []).map(find),
    newest: (limit) => store.list<Order<Details>>(kind, { limit, newestFirst: true }),
    add: (order) =>
      store.atomic(() => {
        const added = save({
          ...order,
          id: trade.newId(),
          createdAt: now(),
          agreedAt: null,
          canceledAt: null,
          payments: [],
        });
        store.put(references, order.reference, [
          ...(store.get<string[]>(references, order.reference) ?? []),
          added.id,
        ]);
        return added;
      }),
    pay: (id, { amountCentavos, force = false } = {}) =>
      store.atomic(() => {
        const order = find(id);
        if (!force && order.payments.length > 0)
          throw new Refusal('paid', 'Este pedido já foi pago.');
        if (!force && order.canceledAt) throw new Refusal('canceled', 'Este pedido foi cancelado.');
        if (!force && isExpired(order)) throw new Refusal('expired', 'Este pedido expirou.');
        if (!trade.agrees) return receive(order, amountCentavos ?? order.amountCentavos);
        const agreed = save({ ...order, agreedAt: now() });
        trade.tell(agreed, { kind: 'agreed' });
        return agreed;
      }),
    take: (id) =>
      store.atomic(() => {
        const order = find(id);
        if (order.payments.length > 0) throw new Refusal('paid', 'Este pedido já foi capturado.');
        if (!order.agreedAt)
          throw new Refusal('notAgreed', 'O pagador ainda não aprovou este pedido.');
        return receive(order, order.amountCentavos);
      }),
    cancel: (id) =>
      store.atomic(() => {
        const order = find(id);
        if (order.payments.length > 0) throw new Refusal('paid', 'Este pedido já foi pago.');
        if (order.canceledAt) return order;
        const canceled = save({ ...order, canceledAt: now() });
        trade.tell(canceled, { kind: 'canceled' });
        return canceled;
      }),
    carryOut: (id) =>
      store.atomic(() => {
        const order = find(id);
        return save({
          ...order,
          payments: order.payments.map((payment) => ({
            ...payment,
            refunds: payment.refunds.map(({ dueAt: _due, ...refund }) => ({
              ...refund,
              processing: false,
            })),
          })),
        });
      }),
    amend: (id, details) => store.atomic(() => save({ ...find(id), details })),
    refund: (id, asked) =>
      store.atomic(() => refundIn({ find, save, trade, faults, now }, id, asked)),
  };
};

type Desk<Details> = {
  find: (id: string) => Order<Details>;
  save: (order: Order<Details>) => Order<Details>;
  trade: Trade<Details>;
  faults: Faults;
  now: () => string;
};

const habitOf = (contested: boolean, faults: Faults): Pick<OrderRefund, 'fails' | 'processing'> => {
  const habit = contested ? undefined : faults.takeForRefund();
  return { fails: habit === 'fail', processing: habit === 'process' };
};

const refundIn = <Details>(
  { find, save, trade, faults, now }: Desk<Details>,
  id: string,
  asked: Parameters<OrderBook['refund']>[1],
): OrderRefund => {
  const { paymentId, amountCentavos, merchantRef, merchantField = null, contested, dueAt } = asked;
  const order = find(id);
  const payment = order.payments.find((candidate) => candidate.id === paymentId);
  if (!payment) throw new Refusal('notPaid', 'Este pedido ainda não foi pago.');
  if (amountCentavos > refundable(payment))
    throw new Refusal('tooMuch', 'A devolução excede o valor pago.');
  const refund: OrderRefund = {
    id: trade.newId(),
    amountCentavos,
    at: now(),
    merchantRef,
    merchantField,
    contested,
    ...(dueAt !== undefined && { dueAt }),
    ...habitOf(contested, faults),
  };
  const payments = order.payments.map((candidate) =>
    candidate === payment ? { ...payment, refunds: [...payment.refunds, refund] } : candidate,
  );
  trade.tell(save({ ...order, payments }), { kind: 'refunded', refund });
  return refund;
};
