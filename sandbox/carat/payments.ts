// Card payments as Carat (e-SiTef, API v2) shows them, and what becomes of them.
import { randomBytes } from 'node:crypto';
import { askBank, type Outcome, type ShownCard, shownOf } from '../cards/bank.ts';
import { CHALLENGE_MS, type Challenge, challengeAddress, type Challenger } from '../cards/challenge.ts';
import { openBook, type Order, type OrderBook, Refusal, type Tools } from '../core/orders.ts';
import { FORM, type WebhookSender } from '../core/webhooks.ts';

export type CaratPayment = ShownCard & { authorizerId: string; merchantUsn: string; code: string; bankCode: string; suspicious: boolean; challenge: Challenge | null };

export const KEPT = 'carat-card';
const NOTICE = 'carat-notification';
export const APPROVED = '000';
const CHALLENGED = '';
const UNAUTHENTICATED = '3DS';
/** Codes of the Brazilian card industry. */
export const CODES_OF: Record<Outcome, string> = { approved: APPROVED, noFunds: '51', expired: '54', wrongCode: '82', ended: 'R1' };
export const WORDS: Record<string, string> = { [APPROVED]: 'Transacao Aprov.', 51: 'Saldo insuficiente', 54: 'Cartao vencido', 82: 'Codigo invalido', R1: 'Recorrencia encerrada', [UNAUTHENTICATED]: 'Autenticacao negada' };

/** Sixty-four hexadecimal digits, as Carat's. */
export const newNit = (): string => randomBytes(32).toString('hex');

/** The address that a shop enters in Carat's portal. */
export const setNotificationUrl = ({ store }: Tools, url: string): void => store.put(NOTICE, 'url', url);

export const openCarat = (tools: Tools, webhooks: WebhookSender): OrderBook<CaratPayment> =>
  openBook<CaratPayment>(tools, {
    gateway: 'carat',
    title: 'Cartão (Carat)',
    agrees: true,
    newId: newNit,
    tell: (order) => {
      const url = tools.store.get<string>(NOTICE, 'url');
      if (url) webhooks.enqueue(url, { nit: order.id, pedido: order.reference, nsu: order.details.merchantUsn, status: statusOf(order), autorizadora: order.details.authorizerId, tipoPagamento: 'C' }, { headers: { 'content-type': FORM } });
    },
  });

export type Asked = { orderId: string; merchantUsn: string; amountCentavos: number; authorizerId: string; card: { token: string } | { number: string; holder: string; security_code: string }; returnUrl: string | undefined; screened: boolean };

const cardOf = ({ store }: Tools, card: Asked['card']): { shown: ShownCard; cvv?: string } => {
  if ('number' in card) return { shown: shownOf(card.number, card.holder), cvv: card.security_code };
  const shown = store.get<ShownCard>(KEPT, card.token);
  if (!shown) throw new Refusal('unknown', 'Token not found');
  return { shown };
};

/** One step for a card that nobody asks about; after a challenge the shop has to confirm. */
export const payByCard = (tools: Tools, book: OrderBook<CaratPayment>, asked: Asked): Order<CaratPayment> => {
  const { shown, cvv } = cardOf(tools, asked.card);
  const { outcome, challenges, suspicious } = askBank({ holder: shown.holder, cvv });
  const returnUrl = challenges ? asked.returnUrl : undefined;
  const details: CaratPayment = {
    ...shown, authorizerId: asked.authorizerId, merchantUsn: asked.merchantUsn, bankCode: CODES_OF[outcome], code: returnUrl ? CHALLENGED : CODES_OF[outcome],
    suspicious: asked.screened && suspicious, challenge: returnUrl ? { state: 'open', returnUrl } : null,
  };
  const order = book.add({ reference: asked.orderId, amountCentavos: asked.amountCentavos, expiresAt: new Date(tools.clock.now().getTime() + (returnUrl ? CHALLENGE_MS : 7 * 86_400_000)).toISOString(), details });
  if (details.code === APPROVED) {
    book.pay(order.id, { force: true });
    book.take(order.id);
  }
  return book.find(order.id);
};

export const caratChallenger = (book: OrderBook<CaratPayment>): Challenger => ({
  book: book as OrderBook,
  challengeOf: ({ details }) => (details as CaratPayment).challenge,
  answer: ({ id }, passed) => {
    const { details } = book.find(id);
    const code = passed ? details.bankCode : UNAUTHENTICATED;
    book.amend(id, { ...details, code, challenge: details.challenge && { ...details.challenge, state: passed ? 'passed' : 'failed' } });
    if (code === APPROVED) book.pay(id, { force: true });
  },
});

/** New, refused, waiting to be confirmed, confirmed, given back. */
const statusOf = ({ details, payments: [payment], agreedAt }: Order<CaratPayment>): string => {
  if (payment) return payment.refunds.reduce((left, { fails, amountCentavos }) => left - (fails ? 0 : amountCentavos), payment.amountCentavos) === 0 ? 'EST' : 'CON';
  if (details.code === CHALLENGED) return 'NOV';
  return agreedAt ? 'PPC' : 'NEG';
};

/** The payment as the API answers it. */
export const paymentReply = (order: Order<CaratPayment>, pagesUrl: string) => {
  const { details, payments: [payment] } = order;
  return {
    code: '0', message: 'OK. Transaction successful.',
    payment: {
      nit: order.id, order_id: order.reference, merchant_usn: details.merchantUsn, amount: String(order.amountCentavos), status: statusOf(order), authorizer_id: details.authorizerId, payment_type: 'C',
      authorizer_code: details.code, authorizer_message: WORDS[details.code] ?? '', creation_date: order.createdAt, card: { suffix: details.last4, bin: details.cardBin },
      ...(details.challenge?.state === 'open' ? { authentication_url: challengeAddress(pagesUrl, 'carat', order.id) } : {}),
      ...(order.agreedAt ? { authorizer_date: order.agreedAt, authorization_number: '145778', network_transaction_id: order.id.slice(0, 15) } : {}),
      ...(details.suspicious ? { antifraud_status: 'REVIEW' } : {}),
      ...(payment && payment.refunds.length > 0 ? { cancellations: payment.refunds.map(({ id, amountCentavos, at, fails }) => ({ nit: id, amount: String(amountCentavos), status: fails ? 'NEG' : 'CON', date: at })) } : {}),
    },
  };
};
