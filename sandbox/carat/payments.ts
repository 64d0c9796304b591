// Card payments as Carat (e-SiTef, API v2) shows them, and what becomes of them.
import { createHmac, randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { authorizeCard, type Outcome, type DisplayCard, displayCardOf } from '../cards/bank.ts';
import {
  createOrderStore,
  type Order,
  type OrderStore,
  Refusal,
  type SandboxContext,
} from '../core/order-store.ts';
import { FORM, type WebhookSender } from '../core/webhooks.ts';

export type CaratPayment = DisplayCard & {
  authorizerId: string;
  merchantUsn: string;
  code: string;
  suspicious: boolean;
};

export const STORED_CARD = 'carat-card';
const NOTIFICATION_URL = 'carat-notification';
export const APPROVED = '000';
/** Codes of the Brazilian card industry. */
export const CODES_OF: Record<Outcome, string> = {
  approved: APPROVED,
  noFunds: '51',
  expired: '54',
  wrongCode: '82',
  ended: 'R1',
};
export const MESSAGES: Record<string, string> = {
  [APPROVED]: 'Transacao Aprov.',
  51: 'Saldo insuficiente',
  54: 'Cartao vencido',
  82: 'Codigo invalido',
  R1: 'Recorrencia encerrada',
};

/** Sixty-four hexadecimal digits, as Carat's. */
const newNit = (): string => randomBytes(32).toString('hex');

/** The address that a shop enters in Carat's portal. */
export const setNotificationUrl = ({ store }: SandboxContext, url: string): void =>
  store.put(NOTIFICATION_URL, 'url', url);

export const createCaratOrders = (
  context: SandboxContext,
  webhooks: WebhookSender,
): OrderStore<CaratPayment> =>
  createOrderStore<CaratPayment>(context, {
    gateway: 'carat',
    title: 'Cartão (Carat)',
    authorizesFirst: true,
    newId: newNit,
    notify: (order) => {
      const url = context.store.get<string>(NOTIFICATION_URL, 'url');
      if (url)
        webhooks.enqueue(
          url,
          {
            nit: order.id,
            pedido: order.reference,
            nsu: order.details.merchantUsn,
            status: statusOf(order),
            autorizadora: order.details.authorizerId,
            tipoPagamento: 'C',
          },
          { headers: { 'content-type': FORM } },
        );
    },
  });

export type PlainCard = {
  number: string;
  expiry_date: string;
  holder?: string | undefined;
  security_code: string;
};
export type CaratPaymentRequest = {
  orderId: string;
  merchantUsn: string;
  amountCentavos: number;
  authorizerId: string;
  card: { token: string } | PlainCard;
  screened: boolean;
};

const HOLDER = 'carat-holder';
/** Key of the holder's name: a digest, because the stand-in never stores a card number. */
const holderKeyOf = ({ number, expiry_date }: Pick<PlainCard, 'number' | 'expiry_date'>): string =>
  createHmac('sha256', HOLDER).update(`${number}/${expiry_date}`).digest('hex');

/** The bank knows the holder of a card, while the acquirer stores cards without the name. */
export const holderOf = (
  { store }: SandboxContext,
  card: Pick<PlainCard, 'number' | 'expiry_date'>,
): string => store.get<string>(HOLDER, holderKeyOf(card)) ?? '';

const cardOf = (
  context: SandboxContext,
  card: CaratPaymentRequest['card'],
): { card: DisplayCard; cvv?: string } => {
  if ('number' in card) {
    if (card.holder !== undefined) context.store.put(HOLDER, holderKeyOf(card), card.holder);
    return { card: displayCardOf(card.number, card.holder ?? ''), cvv: card.security_code };
  }
  const stored = context.store.get<DisplayCard>(STORED_CARD, card.token);
  if (!stored) throw new Refusal('unknown', 'Token not found');
  return { card: stored };
};

/**
 * Pays in one step, without a confirmation. An amount of 0 only checks the card with its bank
 * ("Zero Auth").
 */
export const payByCard = (
  context: SandboxContext,
  orders: OrderStore<CaratPayment>,
  request: CaratPaymentRequest,
): Order<CaratPayment> => {
  const { card, cvv } = cardOf(context, request.card);
  const { outcome, suspicious } = authorizeCard({ holder: card.holder, cvv });
  const details: CaratPayment = {
    ...card,
    authorizerId: request.authorizerId,
    merchantUsn: request.merchantUsn,
    code: CODES_OF[outcome],
    suspicious: request.screened && suspicious,
  };
  const order = orders.add({
    reference: request.orderId,
    amountCentavos: request.amountCentavos,
    expiresAt: new Date(context.clock.now().getTime() + 7 * DAY_MS).toISOString(),
    details,
  });
  if (details.code === APPROVED) {
    orders.pay(order.id, { force: true });
    orders.capture(order.id);
  }
  return orders.find(order.id);
};

/** Refused, awaiting confirmation, confirmed, or refunded in full. */
const statusOf = ({ payments: [payment], agreedAt }: Order<CaratPayment>): string => {
  if (payment && payment.amountCentavos === 0) return 'CON';
  if (payment)
    return payment.refunds.reduce(
      (left, { fails, processing, amountCentavos }) =>
        left - (fails || processing ? 0 : amountCentavos),
      payment.amountCentavos,
    ) === 0
      ? 'EST'
      : 'CON';
  return agreedAt ? 'PPC' : 'NEG';
};

/** DD/MM/YYYYThh:mm in Brasilia time. */
const localDate = (iso: string): string =>
  new Date(Date.parse(iso) - 3 * HOUR_MS)
    .toISOString()
    .replace(
      /^(\d+)-(\d+)-(\d+T\d+:\d+).*$/,
      (_all, year: string, month: string, rest: string) =>
        `${rest.slice(0, 2)}/${month}/${year}${rest.slice(2)}`,
    );

/** The payment as the API answers it. */
export const paymentReply = (order: Order<CaratPayment>) => {
  const {
    details,
    payments: [payment],
  } = order;
  return {
    code: '0',
    message: 'OK. Transaction successful.',
    payment: {
      nit: order.id,
      order_id: order.reference,
      merchant_usn: details.merchantUsn,
      amount: String(order.amountCentavos),
      status: statusOf(order),
      authorizer_id: details.authorizerId,
      payment_type: 'C',
      authorizer_code: details.code,
      authorizer_message: MESSAGES[details.code] ?? '',
      creation_date: localDate(order.createdAt),
      card: { suffix: details.last4, bin: details.cardBin },
      ...(order.agreedAt
        ? {
            authorizer_date: localDate(order.agreedAt),
            payment_date: localDate(order.agreedAt),
            authorization_number: '145778',
            network_transaction_id: order.id.slice(0, 15),
          }
        : {}),
      ...(details.suspicious ? { analysis: { status: 'REV' } } : {}),
      ...(payment && payment.refunds.length > 0
        ? {
            cancellations: payment.refunds.map(({ id, amountCentavos, at, fails, processing }) => ({
              nit: id,
              amount: String(amountCentavos),
              status: fails ? 'NEG' : processing ? 'PEN' : 'CON',
              date: localDate(at),
            })),
          }
        : {}),
    },
  };
};
