// Card payments as Carat (e-SiTef, API v2) shows them, and what becomes of them.
import { createHmac, randomBytes } from 'node:crypto';
import { askBank, type Outcome, type ShownCard, shownOf } from '../cards/bank.ts';
import { openBook, type Order, type OrderBook, Refusal, type Tools } from '../core/orders.ts';
import { FORM, type WebhookSender } from '../core/webhooks.ts';

export type CaratPayment = ShownCard & {
  authorizerId: string;
  merchantUsn: string;
  code: string;
  suspicious: boolean;
};

export const KEPT = 'carat-card';
const NOTICE = 'carat-notification';
export const APPROVED = '000';
/** Codes of the Brazilian card industry. */
export const CODES_OF: Record<Outcome, string> = {
  approved: APPROVED,
  noFunds: '51',
  expired: '54',
  wrongCode: '82',
  ended: 'R1',
};
export const WORDS: Record<string, string> = {
  [APPROVED]: 'Transacao Aprov.',
  51: 'Saldo insuficiente',
  54: 'Cartao vencido',
  82: 'Codigo invalido',
  R1: 'Recorrencia encerrada',
};

/** Sixty-four hexadecimal digits, as Carat's. */
export const newNit = (): string => randomBytes(32).toString('hex');

/** The address that a shop enters in Carat's portal. */
export const setNotificationUrl = ({ store }: Tools, url: string): void =>
  store.put(NOTICE, 'url', url);

export const openCarat = (tools: Tools, webhooks: WebhookSender): OrderBook<CaratPayment> =>
  openBook<CaratPayment>(tools, {
    gateway: 'carat',
    title: 'Cartão (Carat)',
    agrees: true,
    newId: newNit,
    tell: (order) => {
      const url = tools.store.get<string>(NOTICE, 'url');
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
export type Asked = {
  orderId: string;
  merchantUsn: string;
  amountCentavos: number;
  authorizerId: string;
  card: { token: string } | PlainCard;
  screened: boolean;
};

const KNOWN_HOLDER = 'carat-holder';
/** Which holder a number is of: the number itself is never kept. */
const placeOf = ({ number, expiry_date }: Pick<PlainCard, 'number' | 'expiry_date'>): string =>
  createHmac('sha256', KNOWN_HOLDER).update(`${number}/${expiry_date}`).digest('hex');

/** A bank knows whose card it is; cards are kept without the name. */
export const holderOf = (
  { store }: Tools,
  card: Pick<PlainCard, 'number' | 'expiry_date'>,
): string => store.get<string>(KNOWN_HOLDER, placeOf(card)) ?? '';

const cardOf = (tools: Tools, card: Asked['card']): { shown: ShownCard; cvv?: string } => {
  if ('number' in card) {
    if (card.holder !== undefined) tools.store.put(KNOWN_HOLDER, placeOf(card), card.holder);
    return { shown: shownOf(card.number, card.holder ?? ''), cvv: card.security_code };
  }
  const shown = tools.store.get<ShownCard>(KEPT, card.token);
  if (!shown) throw new Refusal('unknown', 'Token not found');
  return { shown };
};

/**
 * In one step, without a confirmation. An amount of 0 asks the bank whether the card is good, and
 * charges nothing ("Zero Auth").
 */
export const payByCard = (
  tools: Tools,
  book: OrderBook<CaratPayment>,
  asked: Asked,
): Order<CaratPayment> => {
  const { shown, cvv } = cardOf(tools, asked.card);
  const { outcome, suspicious } = askBank({ holder: shown.holder, cvv });
  const details: CaratPayment = {
    ...shown,
    authorizerId: asked.authorizerId,
    merchantUsn: asked.merchantUsn,
    code: CODES_OF[outcome],
    suspicious: asked.screened && suspicious,
  };
  const order = book.add({
    reference: asked.orderId,
    amountCentavos: asked.amountCentavos,
    expiresAt: new Date(tools.clock.now().getTime() + 7 * 86_400_000).toISOString(),
    details,
  });
  if (details.code === APPROVED) {
    book.pay(order.id, { force: true });
    book.take(order.id);
  }
  return book.find(order.id);
};

/** Refused, waiting to be confirmed, confirmed, given back. */
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
  new Date(Date.parse(iso) - 3 * 3_600_000)
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
      authorizer_message: WORDS[details.code] ?? '',
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
