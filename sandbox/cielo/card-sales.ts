// Card sales as Cielo's E-commerce 3.0 shows them: kept cards, Zero Auth, authentication, fraud analysis, captures and voids.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { askBank, type Outcome, type ShownCard, shownOf } from '../cards/bank.ts';
import { CHALLENGE_MS, type Challenge, challengeAddress, type Challenger } from '../cards/challenge.ts';
import { openBook, type Order, type OrderBook, Refusal, type Tools } from '../core/orders.ts';
import type { WebhookSender } from '../core/webhooks.ts';
import { localTime, notificationUrl, STATUS_CHANGED } from './slips.ts';

export type CardSale = ShownCard & { brand: string; returnCode: string; bankCode: string; capture: boolean; /** What the fraud screen says. */ screened: keyof typeof SCREENED | null; challenge: Challenge | null };

const SCREENED = { 1: 'Accept', 2: 'Reject', 3: 'Review' };

const KEPT = 'cielo-card';
const APPROVED = '00';
const CHALLENGED = '';
const UNAUTHENTICATED = 'BP171';
/** Codes of the Brazilian card industry. */
const CODES_OF: Record<Outcome, string> = { approved: APPROVED, noFunds: '51', expired: '54', wrongCode: '82', ended: 'R1' };
const WORDS: Record<string, string> = { [APPROVED]: 'Transacao autorizada', 51: 'Saldo insuficiente', 54: 'Cartao vencido', 82: 'Codigo de seguranca invalido', R1: 'Recorrencia encerrada pelo portador', [UNAUTHENTICATED]: 'Rejected by fraud risk or authentication' };

const brand = z.enum(['Visa', 'Master', 'Amex', 'Elo', 'Hipercard', 'Diners', 'JCB']);
const plainCard = { CardNumber: z.string().regex(/^\d{13,19}$/), Holder: z.string().min(1).max(30), ExpirationDate: z.string().regex(/^(0[1-9]|1[0-2])\/20\d\d$/), Brand: brand };
const askedSchema = z.object({ CardType: z.literal('CreditCard'), SecurityCode: z.string().regex(/^\d{3,4}$/), ...plainCard }).loose();
const keepSchema = z.object({ CustomerName: z.string().min(1), ...plainCard });

export const cardSaleSchema = z.object({
  MerchantOrderId: z.string().regex(/^[A-Za-z0-9]{1,50}$/),
  Payment: z
    .object({
      Type: z.literal('CreditCard'),
      Amount: z.int().min(1),
      Installments: z.literal(1),
      Capture: z.boolean(),
      SoftDescriptor: z.string().max(13).optional(),
      Authenticate: z.boolean().optional(),
      ReturnUrl: z.url().optional(),
      FraudAnalysis: z.object({ Provider: z.literal('Cybersource') }).loose().optional(),
      CreditCard: z.union([z.object({ CardToken: z.string(), Brand: brand }).loose(), z.object({ SecurityCode: z.string().regex(/^\d{3,4}$/), ...plainCard }).loose()]),
    })
    .loose(),
});

export const openCardSales = (tools: Tools, webhooks: WebhookSender): OrderBook<CardSale> =>
  openBook<CardSale>(tools, {
    gateway: 'cieloCard',
    title: 'Cartão (Cielo)',
    agrees: true,
    newId: randomUUID,
    tell: (order) => {
      const url = notificationUrl(tools);
      if (url) webhooks.enqueue(url, { PaymentId: order.id, ChangeType: STATUS_CHANGED });
    },
  });

const cardOf = ({ store }: Tools, card: z.output<typeof cardSaleSchema>['Payment']['CreditCard']): { shown: ShownCard; cvv?: string } => {
  if ('CardNumber' in card) return { shown: shownOf(String(card.CardNumber), String(card.Holder)), cvv: String(card.SecurityCode) };
  const shown = store.get<ShownCard>(KEPT, String(card.CardToken));
  if (!shown) throw new Refusal('unknown', 'CardToken not found');
  return { shown };
};

/** Authorises, and captures when asked to. */
const authorize = (book: OrderBook<CardSale>, { id, details }: Order<CardSale>): void => {
  if (details.returnCode !== APPROVED) return;
  book.pay(id, { force: true });
  if (details.capture) book.take(id);
};

/** POST /1/sales of a card. As the real one: the same MerchantOrderId again sells again. */
export const sellByCard = (tools: Tools, book: OrderBook<CardSale>, body: unknown): Order<CardSale> => {
  const { MerchantOrderId, Payment } = cardSaleSchema.parse(body);
  const { shown, cvv } = cardOf(tools, Payment.CreditCard);
  const { outcome, challenges, suspicious } = askBank({ holder: shown.holder, cvv });
  const returnUrl = Payment.Authenticate && challenges ? Payment.ReturnUrl : undefined;
  const details: CardSale = {
    ...shown, brand: Payment.CreditCard.Brand, bankCode: CODES_OF[outcome], returnCode: returnUrl ? CHALLENGED : CODES_OF[outcome], capture: Payment.Capture,
    screened: Payment.FraudAnalysis === undefined ? null : suspicious ? 3 : 1, challenge: returnUrl ? { state: 'open', returnUrl } : null,
  };
  const order = book.add({ reference: MerchantOrderId, amountCentavos: Payment.Amount, expiresAt: new Date(tools.clock.now().getTime() + (returnUrl ? CHALLENGE_MS : 7 * 86_400_000)).toISOString(), details });
  authorize(book, order);
  return book.find(order.id);
};

export const cieloChallenger = (book: OrderBook<CardSale>): Challenger => ({
  book: book as OrderBook,
  challengeOf: ({ details }) => (details as CardSale).challenge,
  answer: ({ id }, passed) => {
    const { details } = book.find(id);
    const challenge = details.challenge && { ...details.challenge, state: passed ? ('passed' as const) : ('failed' as const) };
    authorize(book, book.amend(id, { ...details, challenge, returnCode: passed ? details.bankCode : UNAUTHENTICATED }));
  },
});

/** NotFinished, Authorized, PaymentConfirmed, Denied, Refunded. */
const statusOf = ({ details, payments: [payment], agreedAt }: Order<CardSale>): number => {
  if (payment) return payment.refunds.reduce((left, { fails, amountCentavos }) => left - (fails ? 0 : amountCentavos), payment.amountCentavos) === 0 ? 11 : 2;
  if (details.returnCode === CHALLENGED) return 0;
  return details.returnCode === APPROVED && agreedAt ? 1 : 3;
};

/** The sale as the API answers it. */
export const cardSaleReply = (order: Order<CardSale>, pagesUrl: string) => {
  const { details, payments: [payment] } = order;
  return {
    MerchantOrderId: order.reference,
    Payment: {
      PaymentId: order.id, Type: 'CreditCard', Amount: order.amountCentavos, Installments: 1, Capture: details.capture, Currency: 'BRL', Country: 'BRA', Provider: 'Simulado', IsSplitted: false,
      Status: statusOf(order), ReturnCode: details.returnCode, ReturnMessage: WORDS[details.returnCode] ?? '', ReceivedDate: localTime(order.createdAt), Tid: order.id.replaceAll('-', '').slice(0, 20),
      CreditCard: { CardNumber: `${details.cardBin}******${details.last4}`, Holder: details.holder, Brand: details.brand },
      ...(details.challenge?.state === 'open' ? { AuthenticationUrl: challengeAddress(pagesUrl, 'cieloCard', order.id) } : {}),
      ...(order.agreedAt ? { AuthorizationCode: '123456', IssuerTransactionId: order.id.replaceAll(/\D/g, '').padEnd(15, '0').slice(0, 15) } : {}),
      ...(payment ? { CapturedAmount: payment.amountCentavos, CapturedDate: localTime(payment.at) } : {}),
      ...(payment && payment.refunds.length > 0 ? { Refunds: payment.refunds.map(({ amountCentavos, at, fails }) => ({ Amount: amountCentavos, Status: fails ? 4 : 3, ReceivedDate: localTime(at) })) } : {}),
      ...(details.screened ? { FraudAnalysis: { Status: details.screened, StatusDescription: SCREENED[details.screened] } } : {}),
    },
  };
};

const amountSchema = z.object({ amount: z.coerce.number().int().min(1) });
type ById = { Params: { id: string } };

/** What a fraud analyst at the acquirer does: `PUT /__cielo/screening/{id} {status}`; the shop is told. */
export const screeningControl = (app: FastifyInstance, book: OrderBook<CardSale>): void => {
  app.put<ById>('/__cielo/screening/:id', async ({ params: { id }, body }, reply) => {
    const { status } = z.object({ status: z.union([z.literal(1), z.literal(2)]) }).parse(body);
    const order = book.amend(id, { ...book.find(id).details, screened: status });
    book.trade.tell(order, { kind: 'agreed' });
    return reply.code(204).send();
  });
};

/** Kept cards, Zero Auth, capture and void. */
export const cardRoutes = (app: FastifyInstance, tools: Tools, book: OrderBook<CardSale>): void => {
  app.post('/1/zeroauth', async (request) => {
    const { Holder, SecurityCode } = askedSchema.parse(request.body);
    const { outcome } = askBank({ holder: Holder, cvv: SecurityCode });
    return { Valid: outcome === 'approved', ReturnCode: CODES_OF[outcome], ReturnMessage: WORDS[CODES_OF[outcome]], IssuerTransactionId: '580027442382078' };
  });
  app.post('/1/card', async (request, reply) => {
    const { CardNumber, Holder } = keepSchema.parse(request.body);
    const CardToken = randomUUID();
    tools.store.put(KEPT, CardToken, shownOf(CardNumber, Holder));
    return reply.code(201).send({ CardToken });
  });
  app.put<ById>('/1/sales/:id/capture', async ({ params }) => {
    book.take(params.id);
    return { Status: 2, ReturnCode: '6', ReturnMessage: 'Operation Successful' };
  });
  app.put<ById>('/1/sales/:id/void', async ({ params, query }) => {
    const { payments: [payment] } = book.find(params.id);
    book.refund(params.id, { paymentId: payment?.id ?? '', amountCentavos: amountSchema.parse(query).amount, merchantRef: null, contested: false });
    return { Status: statusOf(book.find(params.id)), ReturnCode: '0', ReturnMessage: 'Operation Successful' };
  });
};
