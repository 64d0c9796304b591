// Card sales as Cielo's E-commerce 3.0 shows them: stored cards, Zero Auth, fraud analysis,
// captures and voids.
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@camarim/contract/time';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { authorizeCard, type Outcome, type DisplayCard, displayCardOf } from '../cards/bank.ts';
import {
  createOrderStore,
  type Order,
  type OrderStore,
  type OrderPayment,
  Refusal,
  refundable,
  type SandboxContext,
} from '../core/order-store.ts';
import type { WebhookSender } from '../core/webhooks.ts';
import { hasCryptogram } from './mpi.ts';
import { localTime, notificationUrl, STATUS_CHANGED } from './boletos.ts';

export type CardSale = DisplayCard & {
  brand: string;
  returnCode: string;
  capture: boolean;
  /** Status of the fraud screening. */
  screened: keyof typeof SCREENING_STATUS | null;
};

const SCREENING_STATUS = { 1: 'Accept', 2: 'Reject', 3: 'Review' };

const STORED_CARD = 'cielo-card';
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
const MESSAGES: Record<string, string> = {
  [APPROVED]: 'Transacao autorizada',
  51: 'Saldo insuficiente',
  54: 'Cartao vencido',
  82: 'Codigo de seguranca invalido',
  R1: 'Recorrencia encerrada pelo portador',
  [UNAUTHENTICATED]: 'Rejected by fraud risk or authentication',
};

const brand = z.enum(['Visa', 'Master', 'Amex', 'Elo', 'Hipercard', 'Diners', 'JCB']);
/** Alphanumeric characters and spaces; no accents. */
const Holder = z.string().regex(/^[A-Za-z0-9 ]{1,25}$/);
const plainCard = {
  CardNumber: z.string().regex(/^\d{13,19}$/),
  Holder,
  ExpirationDate: z.string().regex(/^(0[1-9]|1[0-2])\/20\d\d$/),
  Brand: brand,
};
const zeroAuthSchema = z
  .object({
    CardType: z.literal('CreditCard'),
    SecurityCode: z.string().regex(/^\d{3,4}$/),
    ...plainCard,
  })
  .loose();
const storeSchema = z.object({ CustomerName: z.string().min(1), ...plainCard });

const cardSaleSchema = z.object({
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
    // Without Recurrent the security code is required; Mastercard also requires the initiator.
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

export const createCardSales = (
  context: SandboxContext,
  webhooks: WebhookSender,
): OrderStore<CardSale> =>
  createOrderStore<CardSale>(context, {
    gateway: 'cieloCard',
    title: 'Cartão (Cielo)',
    authorizesFirst: true,
    newId: randomUUID,
    notify: (order) => {
      const url = notificationUrl(context);
      if (url) webhooks.enqueue(url, { PaymentId: order.id, ChangeType: STATUS_CHANGED });
    },
  });

const cardOf = (
  { store }: SandboxContext,
  card: z.output<typeof cardSaleSchema>['Payment']['CreditCard'],
): { card: DisplayCard; cvv?: string } => {
  if ('CardNumber' in card)
    return {
      card: displayCardOf(String(card.CardNumber), String(card.Holder)),
      cvv: String(card.SecurityCode),
    };
  const stored = store.get<DisplayCard>(STORED_CARD, String(card.CardToken));
  if (!stored) throw new Refusal('unknown', 'CardToken not found');
  return { card: stored };
};

/** Authorises, and captures when the request says so. */
const authorize = (orders: OrderStore<CardSale>, { id, details }: Order<CardSale>): void => {
  if (details.returnCode !== APPROVED) return;
  orders.pay(id, { force: true });
  if (details.capture) orders.capture(id);
};

/** POST /1/sales of a card. As at the real gateway, a repeated MerchantOrderId sells again. */
export const sellByCard = (
  context: SandboxContext,
  orders: OrderStore<CardSale>,
  body: unknown,
): Order<CardSale> => {
  const { MerchantOrderId, Payment } = cardSaleSchema.parse(body);
  const { card, cvv } = cardOf(context, Payment.CreditCard);
  const { outcome, suspicious } = authorizeCard({ holder: card.holder, cvv });
  const { Authenticate, ExternalAuthentication: external } = Payment;
  // The bank refuses a cryptogram that was not issued for this amount.
  const forged =
    Authenticate === true &&
    external?.Cavv !== undefined &&
    !hasCryptogram(context, external.Cavv, Payment.Amount);
  const details: CardSale = {
    ...card,
    brand: Payment.CreditCard.Brand,
    returnCode: forged ? UNAUTHENTICATED : CODES_OF[outcome],
    capture: Payment.Capture,
    screened: Payment.FraudAnalysis === undefined ? null : suspicious ? 3 : 1,
  };
  const order = orders.add({
    reference: MerchantOrderId,
    amountCentavos: Payment.Amount,
    expiresAt: new Date(context.clock.now().getTime() + 7 * DAY_MS).toISOString(),
    details,
  });
  authorize(orders, order);
  return orders.find(order.id);
};

const refundedCentavosOf = (payment: OrderPayment): number =>
  payment.refunds.reduce(
    (sum, { fails, processing, amountCentavos }) =>
      sum + (fails || processing ? 0 : amountCentavos),
    0,
  );
const dayOf = (iso: string): string => localTime(iso).slice(0, 10);

/**
 * Authorized, PaymentConfirmed, Denied; fully refunded on the day of the capture (Voided) or later
 * (Refunded).
 */
const statusOf = ({ details, payments: [payment], agreedAt }: Order<CardSale>): number => {
  if (payment && refundedCentavosOf(payment) < payment.amountCentavos) return 2;
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
      ReturnMessage: MESSAGES[details.returnCode] ?? '',
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
      ...(payment && refundedCentavosOf(payment) > 0
        ? {
            VoidedAmount: refundedCentavosOf(payment),
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
              StatusDescription: SCREENING_STATUS[details.screened],
            },
          }
        : {}),
    },
  };
};

const amountSchema = z.object({ amount: z.coerce.number().int().min(1).optional() });
/** Brands for which Zero Auth is offered. */
const ZERO_AUTH_BRANDS = new Set(['Visa', 'Master', 'Elo']);
type ById = { Params: { id: string } };

/**
 * The decision of a fraud analyst at the acquirer: `PUT /__cielo/screening/{id} {status}`; the
 * merchant gets a notification.
 */
export const screeningControl = (app: FastifyInstance, orders: OrderStore<CardSale>): void => {
  app.put<ById>('/__cielo/screening/:id', async ({ params: { id }, body }, reply) => {
    const { status } = z.object({ status: z.union([z.literal(1), z.literal(2)]) }).parse(body);
    const order = orders.updateDetails(id, { ...orders.find(id).details, screened: status });
    orders.definition.notify(order, { kind: 'agreed' });
    return reply.code(204).send();
  });
};

/** Stored cards, Zero Auth, capture and void. */
export const cardRoutes = (
  app: FastifyInstance,
  context: SandboxContext,
  orders: OrderStore<CardSale>,
): void => {
  app.post('/1/zeroauth', async (request, reply) => {
    const { Holder: holder, SecurityCode, Brand } = zeroAuthSchema.parse(request.body);
    // A single reason: other errors are a list.
    if (!ZERO_AUTH_BRANDS.has(Brand))
      return reply.code(400).send({ Code: 57, Message: 'Bandeira inválida' });
    const { outcome } = authorizeCard({ holder, cvv: SecurityCode });
    return {
      Valid: outcome === 'approved',
      ReturnCode: CODES_OF[outcome],
      ReturnMessage: MESSAGES[CODES_OF[outcome]],
      IssuerTransactionId: '580027442382078',
    };
  });
  app.post('/1/card', async (request, reply) => {
    const { CardNumber, Holder: holder } = storeSchema.parse(request.body);
    const CardToken = randomUUID();
    context.store.put(STORED_CARD, CardToken, displayCardOf(CardNumber, holder));
    return reply.code(201).send({ CardToken });
  });
  app.put<ById>('/1/sales/:id/capture', async ({ params }) => {
    orders.capture(params.id);
    return { Status: 2, ReturnCode: '6', ReturnMessage: 'Operation Successful' };
  });
  app.put<ById>('/1/sales/:id/void', async ({ params, query }) => {
    const {
      payments: [payment],
    } = orders.find(params.id);
    orders.refund(params.id, {
      paymentId: payment?.id ?? '',
      amountCentavos: amountSchema.parse(query).amount ?? (payment ? refundable(payment) : 0),
      merchantRef: null,
      contested: false,
    });
    return {
      Status: statusOf(orders.find(params.id)),
      ReturnCode: '0',
      ReturnMessage: 'Operation Successful',
    };
  });
};
