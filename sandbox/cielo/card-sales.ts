// Card sales as Cielo's E-commerce 3.0 shows them: kept cards, Zero Auth, fraud analysis, captures
// and voids.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { askBank, type Outcome, type ShownCard, shownOf } from '../cards/bank.ts';
import {
  openBook,
  type Order,
  type OrderBook,
  type OrderPayment,
  Refusal,
  refundable,
  type Tools,
} from '../core/orders.ts';
import type { WebhookSender } from '../core/webhooks.ts';
import { vouchedFor } from './mpi.ts';
import { localTime, notificationUrl, STATUS_CHANGED } from './slips.ts';

export type CardSale = ShownCard & {
  brand: string;
  returnCode: string;
  capture: boolean;
  /** What the fraud screen says. */ screened: keyof typeof SCREENED | null;
};

const SCREENED = { 1: 'Accept', 2: 'Reject', 3: 'Review' };

const KEPT = 'cielo-card';
const APPROVED = '00';
const UNAUTHENTICATED = 'BP171';
/** Codes of the Brazilian card industry. */
const CODES_OF: Record<Outcome, string> = {
  approved: APPROVED,
  noFunds: '51',
  expired: '54',
  wrongCode: '82',
  ended: 'R1',
};
const WORDS: Record<string, string> = {
  [APPROVED]: 'Transacao autorizada',
  51: 'Saldo insuficiente',
  54: 'Cartao vencido',
  82: 'Codigo de seguranca invalido',
  R1: 'Recorrencia encerrada pelo portador',
  [UNAUTHENTICATED]: 'Rejected by fraud risk or authentication',
};

const brand = z.enum(['Visa', 'Master', 'Amex', 'Elo', 'Hipercard', 'Diners', 'JCB']);
/** Letters, digits and spaces; no accents. */
const Holder = z.string().regex(/^[A-Za-z0-9 ]{1,25}$/);
const plainCard = {
  CardNumber: z.string().regex(/^\d{13,19}$/),
  Holder,
  ExpirationDate: z.string().regex(/^(0[1-9]|1[0-2])\/20\d\d$/),
  Brand: brand,
};
const askedSchema = z
  .object({
    CardType: z.literal('CreditCard'),
    SecurityCode: z.string().regex(/^\d{3,4}$/),
    ...plainCard,
  })
  .loose();
const keepSchema = z.object({ CustomerName: z.string().min(1), ...plainCard });

export const cardSaleSchema = z.object({
  MerchantOrderId: z.string().regex(/^[A-Za-z0-9]{1,50}$/),
  Payment: z
    .object({
      Type: z.literal('CreditCard'),
      Amount: z.int().min(1),
      Installments: z.int().min(1).max(12),
      Capture: z.boolean().default(false),
      SoftDescriptor: z
        .string()
        .regex(/^[A-Za-z0-9]{1,13}$/)
        .optional(),
      Recurrent: z.boolean().optional(),
      InitiatedTransactionIndicator: z
        .object({ Category: z.enum(['C1', 'M1', 'M2']), Subcategory: z.string().min(1) })
        .optional(),
      Authenticate: z.boolean().optional(),
      ExternalAuthentication: z
        .object({
          Cavv: z.string().max(60).optional(),
          Xid: z.string().max(60).optional(),
          Eci: z.string().max(2),
          Version: z.string().min(1),
          ReferenceId: z.string().max(36).optional(),
        })
        .optional(),
      FraudAnalysis: z
        .object({ Provider: z.literal('Cybersource') })
        .loose()
        .optional(),
      CreditCard: z.union([
        z
          .object({
            CardToken: z.string(),
            Brand: brand,
            CardOnFile: z
              .object({
                Usage: z.enum(['First', 'Used']),
                Reason: z.enum(['Recurring', 'Unscheduled', 'Installments']).optional(),
              })
              .optional(),
          })
          .loose(),
        z.object({ SecurityCode: z.string().regex(/^\d{3,4}$/), ...plainCard }).loose(),
      ]),
    })
    .loose()
    // 3DS 1.0 with its redirect is not offered any more ("a versão 3DS 1.0 foi descontinuada").
    .refine(
      ({ Authenticate, ExternalAuthentication }) =>
        !Authenticate || ExternalAuthentication !== undefined,
      { path: ['ExternalAuthentication'], message: 'Authenticate needs ExternalAuthentication' },
    )
    .refine(({ ReturnUrl }) => ReturnUrl === undefined, {
      path: ['ReturnUrl'],
      message: 'only for debit cards',
    })
    // A renewal says so, or the code is asked for; Mastercard wants to know who began it.
    .refine(
      ({ CreditCard, Recurrent }) =>
        !('CardToken' in CreditCard) ||
        (CreditCard.CardOnFile as { Reason?: string } | undefined)?.Reason !== 'Recurring' ||
        Recurrent === true,
      { path: ['Recurrent'], message: 'SecurityCode is required' },
    )
    .refine(
      ({ CreditCard, InitiatedTransactionIndicator }) =>
        !('CardToken' in CreditCard) ||
        CreditCard.Brand !== 'Master' ||
        InitiatedTransactionIndicator !== undefined,
      { path: ['InitiatedTransactionIndicator'], message: 'required' },
    ),
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

const cardOf = (
  { store }: Tools,
  card: z.output<typeof cardSaleSchema>['Payment']['CreditCard'],
): { shown: ShownCard; cvv?: string } => {
  if ('CardNumber' in card)
    return {
      shown: shownOf(String(card.CardNumber), String(card.Holder)),
      cvv: String(card.SecurityCode),
    };
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
export const sellByCard = (
  tools: Tools,
  book: OrderBook<CardSale>,
  body: unknown,
): Order<CardSale> => {
  const { MerchantOrderId, Payment } = cardSaleSchema.parse(body);
  const { shown, cvv } = cardOf(tools, Payment.CreditCard);
  const { outcome, suspicious } = askBank({ holder: shown.holder, cvv });
  const { Authenticate, ExternalAuthentication: external } = Payment;
  // A cryptogram that no bank gave for this amount is refused by it.
  const forged =
    Authenticate === true &&
    external?.Cavv !== undefined &&
    !vouchedFor(tools, external.Cavv, Payment.Amount);
  const details: CardSale = {
    ...shown,
    brand: Payment.CreditCard.Brand,
    returnCode: forged ? UNAUTHENTICATED : CODES_OF[outcome],
    capture: Payment.Capture,
    screened: Payment.FraudAnalysis === undefined ? null : suspicious ? 3 : 1,
  };
  const order = book.add({
    reference: MerchantOrderId,
    amountCentavos: Payment.Amount,
    expiresAt: new Date(tools.clock.now().getTime() + 7 * 86_400_000).toISOString(),
    details,
  });
  authorize(book, order);
  return book.find(order.id);
};

const returnedOf = (payment: OrderPayment): number =>
  payment.refunds.reduce(
    (sum, { fails, processing, amountCentavos }) =>
      sum + (fails || processing ? 0 : amountCentavos),
    0,
  );
const dayOf = (iso: string): string => localTime(iso).slice(0, 10);

/**
 * Authorized, PaymentConfirmed, Denied; given back whole on the day of its capture (Voided) or
 * later (Refunded).
 */
const statusOf = ({ details, payments: [payment], agreedAt }: Order<CardSale>): number => {
  if (payment && returnedOf(payment) < payment.amountCentavos) return 2;
  if (payment) return dayOf(payment.refunds.at(-1)?.at ?? '') === dayOf(payment.at) ? 10 : 11;
  return details.returnCode === APPROVED && agreedAt ? 1 : 3;
};

/** As documented: captured 6, authorised 4, and the bank's code of a refusal. */
const returnCodeOf = ({ details, payments }: Order<CardSale>): string =>
  details.returnCode !== APPROVED ? details.returnCode : payments.length > 0 ? '6' : '4';

/** The sale as the API answers it. */
export const cardSaleReply = (order: Order<CardSale>) => {
  const {
    details,
    payments: [payment],
  } = order;
  return {
    MerchantOrderId: order.reference,
    Payment: {
      PaymentId: order.id,
      Type: 'CreditCard',
      Amount: order.amountCentavos,
      Installments: 1,
      Capture: details.capture,
      Currency: 'BRL',
      Country: 'BRA',
      Provider: 'Simulado',
      IsSplitted: false,
      Status: statusOf(order),
      ReturnCode: returnCodeOf(order),
      ReturnMessage: WORDS[details.returnCode] ?? '',
      ReceivedDate: localTime(order.createdAt),
      Tid: order.id.replaceAll('-', '').slice(0, 20),
      CreditCard: {
        CardNumber: `${details.cardBin}******${details.last4}`,
        Holder: details.holder,
        Brand: details.brand,
      },
      ...(order.agreedAt
        ? {
            AuthorizationCode: '123456',
            IssuerTransactionId: order.id.replaceAll(/\D/g, '').padEnd(15, '0').slice(0, 15),
          }
        : {}),
      ...(payment
        ? { CapturedAmount: payment.amountCentavos, CapturedDate: localTime(payment.at) }
        : {}),
      ...(payment && returnedOf(payment) > 0
        ? {
            VoidedAmount: returnedOf(payment),
            VoidedDate: localTime(payment.refunds.at(-1)?.at ?? ''),
          }
        : {}),
      ...(payment && payment.refunds.length > 0
        ? {
            Refunds: payment.refunds.map(({ amountCentavos, at, fails, processing }) => ({
              Amount: amountCentavos,
              Status: fails ? 4 : processing ? 1 : 3,
              ReceivedDate: localTime(at),
            })),
          }
        : {}),
      ...(details.screened
        ? {
            FraudAnalysis: {
              Status: details.screened,
              StatusDescription: SCREENED[details.screened],
            },
          }
        : {}),
    },
  };
};

const amountSchema = z.object({ amount: z.coerce.number().int().min(1).optional() });
/** Zero Auth is offered for these alone. */
const ASKABLE = new Set(['Visa', 'Master', 'Elo']);
type ById = { Params: { id: string } };

/**
 * What a fraud analyst at the acquirer does: `PUT /__cielo/screening/{id} {status}`; the shop is
 * told.
 */
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
  app.post('/1/zeroauth', async (request, reply) => {
    const { Holder: holder, SecurityCode, Brand } = askedSchema.parse(request.body);
    // A single reason, where other errors are a list.
    if (!ASKABLE.has(Brand))
      return reply.code(400).send({ Code: 57, Message: 'Bandeira inválida' });
    const { outcome } = askBank({ holder, cvv: SecurityCode });
    return {
      Valid: outcome === 'approved',
      ReturnCode: CODES_OF[outcome],
      ReturnMessage: WORDS[CODES_OF[outcome]],
      IssuerTransactionId: '580027442382078',
    };
  });
  app.post('/1/card', async (request, reply) => {
    const { CardNumber, Holder: holder } = keepSchema.parse(request.body);
    const CardToken = randomUUID();
    tools.store.put(KEPT, CardToken, shownOf(CardNumber, holder));
    return reply.code(201).send({ CardToken });
  });
  app.put<ById>('/1/sales/:id/capture', async ({ params }) => {
    book.take(params.id);
    return { Status: 2, ReturnCode: '6', ReturnMessage: 'Operation Successful' };
  });
  app.put<ById>('/1/sales/:id/void', async ({ params, query }) => {
    const {
      payments: [payment],
    } = book.find(params.id);
    book.refund(params.id, {
      paymentId: payment?.id ?? '',
      amountCentavos: amountSchema.parse(query).amount ?? (payment ? refundable(payment) : 0),
      merchantRef: null,
      contested: false,
    });
    return {
      Status: statusOf(book.find(params.id)),
      ReturnCode: '0',
      ReturnMessage: 'Operation Successful',
    };
  });
};
