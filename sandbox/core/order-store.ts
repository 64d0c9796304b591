// Orders of the gateways other than Pix, with their payments and refunds.
import type { Clock } from './clock.ts';
import type { Faults } from './faults.ts';
import type { Store } from './store.ts';

export type OrderRefund = {
  id: string;
  amountCentavos: number;
  at: string;
  /** The merchant's own id, where the protocol has one. */
  merchantRef: string | null;
  /** A second field that the merchant filled in, where the protocol has one. */
  merchantField?: string | null;
  /** Disputed: the payer's bank took the money back. */
  contested: boolean;
  /** Accepted, fails later. */
  fails: boolean;
  /** Accepted, in progress until `completeRefunds`. */
  processing: boolean;
  /** In progress until this time, where refunds take time. */
  dueAt?: string | undefined;
};

export type OrderPayment = {
  id: string;
  amountCentavos: number;
  at: string;
  refunds: OrderRefund[];
};

export type Order<Details = unknown> = {
  /** The gateway's own id. */
  id: string;
  /** The merchant's reference. */
  reference: string;
  amountCentavos: number;
  createdAt: string;
  expiresAt: string;
  /** When the payer authorized the order, where the merchant captures it. */
  agreedAt: string | null;
  canceledAt: string | null;
  payments: OrderPayment[];
  /** Further fields of the protocol. */
  details: Details;
};

/** An event of which the merchant is notified. */
export type OrderEvent =
  | { kind: 'agreed' | 'paid' | 'canceled' }
  | { kind: 'refunded'; refund: OrderRefund };

/** A broken business rule; each protocol translates it to its own error. */
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

export type SandboxContext = { store: Store; clock: Clock; faults: Faults };

export type GatewayDefinition<Details> = {
  /** Part of the URLs of pages and of the control API. */
  gateway: string;
  title: string;
  newId: () => string;
  /** Whether the payer authorizes and the merchant captures, or a payment captures immediately. */
  authorizesFirst: boolean;
  notify: (order: Order<Details>, event: OrderEvent) => void;
};

export type OrderStore<Details = unknown> = {
  readonly definition: GatewayDefinition<Details>;
  add: (
    order: Pick<Order<Details>, 'reference' | 'amountCentavos' | 'expiresAt' | 'details'>,
  ) => Order<Details>;
  /** Throws Refusal (`unknown`). */
  find: (id: string) => Order<Details>;
  has: (id: string) => boolean;
  /** Orders with this merchant reference, the oldest first. */
  listByReference: (reference: string) => Order<Details>[];
  newest: (limit: number) => Order<Details>[];
  isExpired: (order: Order<Details>) => boolean;
  /** The payer pays or authorizes. `force` accepts a late or repeated payment. */
  pay: (
    id: string,
    options?: { amountCentavos?: number | undefined; force?: boolean | undefined },
  ) => Order<Details>;
  /** The merchant captures an authorized order. */
  capture: (id: string) => Order<Details>;
  /** What the payer chose declines: the payer authorizes again. */
  decline: (id: string) => Order<Details>;
  cancel: (id: string) => Order<Details>;
  /** Replaces the protocol's fields. */
  updateDetails: (id: string, details: Details) => Order<Details>;
  /** Completes the refunds that are in progress. */
  completeRefunds: (id: string) => Order<Details>;
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

/** The refundable rest of a payment. */
export const refundable = ({ amountCentavos, refunds }: OrderPayment): number =>
  refunds
    .filter(({ fails }) => !fails)
    .reduce((left, refund) => left - refund.amountCentavos, amountCentavos);

/** Creates the order store of one gateway. */
export const createOrderStore = <Details>(
  { store, clock, faults }: SandboxContext,
  definition: GatewayDefinition<Details>,
): OrderStore<Details> => {
  const [kind, references] = [`${definition.gateway}-order`, `${definition.gateway}-reference`];
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

  const writer: OrderWriter<Details> = { store, find, save, definition, faults, now, isExpired };

  return {
    definition,
    find,
    isExpired,
    has: (id) => store.get(kind, id) !== undefined,
    listByReference: (reference) => (store.get<string[]>(references, reference) ?? []).map(find),
    newest: (limit) => store.list<Order<Details>>(kind, { limit, newestFirst: true }),
    add: (order) =>
      store.atomic(() => {
        const added = save({
          ...order,
          id: definition.newId(),
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
    ...createTransitions(writer),
    updateDetails: (id, details) => store.atomic(() => save({ ...find(id), details })),
  };
};

type OrderWriter<Details> = {
  store: Store;
  find: (id: string) => Order<Details>;
  save: (order: Order<Details>) => Order<Details>;
  definition: GatewayDefinition<Details>;
  faults: Faults;
  now: () => string;
  isExpired: (order: Order<Details>) => boolean;
};

type Transitions = 'pay' | 'capture' | 'decline' | 'cancel' | 'completeRefunds' | 'refund';

/** The changes of an order's state, each in one transaction. */
const createTransitions = <Details>(
  writer: OrderWriter<Details>,
): Pick<OrderStore<Details>, Transitions> => {
  const { store, find, save, definition, now, isExpired } = writer;
  const receive = (order: Order<Details>, amountCentavos: number): Order<Details> => {
    const paid = save({
      ...order,
      payments: [
        ...order.payments,
        { id: definition.newId(), amountCentavos, at: now(), refunds: [] },
      ],
    });
    definition.notify(paid, { kind: 'paid' });
    return paid;
  };

  return {
    pay: (id, { amountCentavos, force = false } = {}) =>
      store.atomic(() => {
        const order = find(id);
        if (!force && order.payments.length > 0)
          throw new Refusal('paid', 'Este pedido já foi pago.');
        if (!force && order.canceledAt) throw new Refusal('canceled', 'Este pedido foi cancelado.');
        if (!force && isExpired(order)) throw new Refusal('expired', 'Este pedido expirou.');
        if (!definition.authorizesFirst)
          return receive(order, amountCentavos ?? order.amountCentavos);
        const agreed = save({ ...order, agreedAt: now() });
        definition.notify(agreed, { kind: 'agreed' });
        return agreed;
      }),
    capture: (id) =>
      store.atomic(() => {
        const order = find(id);
        if (order.payments.length > 0) throw new Refusal('paid', 'Este pedido já foi capturado.');
        if (!order.agreedAt)
          throw new Refusal('notAgreed', 'O pagador ainda não aprovou este pedido.');
        return receive(order, order.amountCentavos);
      }),
    decline: (id) => store.atomic(() => save({ ...find(id), agreedAt: null })),
    cancel: (id) =>
      store.atomic(() => {
        const order = find(id);
        if (order.payments.length > 0) throw new Refusal('paid', 'Este pedido já foi pago.');
        if (order.canceledAt) return order;
        const canceled = save({ ...order, canceledAt: now() });
        definition.notify(canceled, { kind: 'canceled' });
        return canceled;
      }),
    completeRefunds: (id) =>
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
    refund: (id, request) => store.atomic(() => addRefund(writer, id, request)),
  };
};

const refundFault = (
  contested: boolean,
  faults: Faults,
): Pick<OrderRefund, 'fails' | 'processing'> => {
  const fault = contested ? undefined : faults.takeForRefund();
  return { fails: fault === 'fail', processing: fault === 'process' };
};

const addRefund = <Details>(
  { find, save, definition, faults, now }: OrderWriter<Details>,
  id: string,
  request: Parameters<OrderStore['refund']>[1],
): OrderRefund => {
  const {
    paymentId,
    amountCentavos,
    merchantRef,
    merchantField = null,
    contested,
    dueAt,
  } = request;
  const order = find(id);
  const payment = order.payments.find((candidate) => candidate.id === paymentId);
  if (!payment) throw new Refusal('notPaid', 'Este pedido ainda não foi pago.');
  if (amountCentavos > refundable(payment))
    throw new Refusal('tooMuch', 'A devolução excede o valor pago.');
  const refund: OrderRefund = {
    id: definition.newId(),
    amountCentavos,
    at: now(),
    merchantRef,
    merchantField,
    contested,
    ...(dueAt !== undefined && { dueAt }),
    ...refundFault(contested, faults),
  };
  const payments = order.payments.map((candidate) =>
    candidate === payment ? { ...payment, refunds: [...payment.refunds, refund] } : candidate,
  );
  definition.notify(save({ ...order, payments }), { kind: 'refunded', refund });
  return refund;
};
