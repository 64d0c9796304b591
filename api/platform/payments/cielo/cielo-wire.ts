// Cielo E-commerce 3.0 on the wire: the shapes of boletos that are read, and their mapping to the
// port.
import { dueFactor, lineOf, readBarcode } from '@camarim/contract/boleto';
import type { ChargeId } from '@camarim/contract/ids';
import { type Centavos, ZERO_CENTAVOS, centavos } from '@camarim/contract/money';
import { z } from 'zod';
import { read, shortReference } from '../gateway-replies.ts';
import {
  GatewayError,
  type ChargeReport,
  type ChargeState,
  type Presentment,
  type ProviderEvent,
  type Receipt,
} from '../port.ts';
import { endOfDay, localInstant } from './due-date.ts';

const saleSchema = z.object({
  MerchantOrderId: z.string(),
  Payment: z.object({
    PaymentId: z.string(),
    Type: z.string(),
    Amount: z.int().transform(centavos),
    Status: z.coerce.number(),
    CapturedAmount: z.int().transform(centavos).nullish(),
    CapturedDate: z.string().nullish(),
    ReceivedDate: z.string().nullish(),
    ExpirationDate: z.string().nullish(),
    BarCodeNumber: z.string().nullish(),
    DigitableLine: z.string().nullish(),
    Url: z.string().nullish(),
  }),
});

const sales = z.array(z.object({ PaymentId: z.string() }));
/**
 * `Payments` at docs.cielo.com.br, `Payment` in the older manual: a reply with neither is invalid,
 * not an empty list.
 */
const listSchema = z.union([
  z.object({ Payments: sales }),
  z.object({ Payment: sales }).transform(({ Payment }) => ({ Payments: Payment })),
]);
const noticeSchema = z.object({ PaymentId: z.string().min(1), ChangeType: z.coerce.number() });

export type Sale = z.output<typeof saleSchema>;

/** Alphanumeric only; banks truncate after 20 characters. */
export const toOrderId = (chargeId: ChargeId): string => shortReference(chargeId, 20);

export const readSale = (body: unknown): Sale => read(saleSchema, body, 'sale');
export const readSaleIds = (body: unknown): string[] =>
  read(listSchema, body, 'list of sales').Payments.map(({ PaymentId }) => PaymentId);

/** The events of a notification, which says only that a payment changed. */
export const readNotice = (body: unknown): ProviderEvent[] => {
  const { PaymentId, ChangeType } = read(noticeSchema, body, 'notification');
  return [
    {
      key: `${PaymentId}:${ChangeType}`,
      kind: 'payment',
      chargeId: null,
      providerRef: PaymentId,
      at: new Date(0),
    },
  ];
};

const PAID = 2;
const WITHDRAWN = new Set([3, 10, 13]);
const RETURNED = 11;

const isPaid = ({ Payment: { Status } }: Sale): boolean => Status === PAID || Status === RETURNED;

/** A boleto is shown only when line, barcode, amount and due date agree. */
const presentmentOf = ({ Payment }: Sale): Presentment & { kind: 'boleto' } => {
  const { Amount, BarCodeNumber, DigitableLine, ExpirationDate, Url } = Payment;
  const dueDate = (ExpirationDate ?? '').slice(0, 10);
  const barcode = (BarCodeNumber ?? '').replaceAll(/\D/g, '');
  const line = (DigitableLine ?? '').replaceAll(/\D/g, '');
  const parts = readBarcode(barcode);
  if (!parts || lineOf(barcode) !== line)
    throw new GatewayError('invalid', 'the gateway gave a boleto whose digits are not right');
  if (parts.amountCentavos !== Amount)
    throw new GatewayError('invalid', 'the gateway gave a boleto of another amount');
  if (!/^\d{4}-\d\d-\d\d$/.test(dueDate) || parts.factor !== dueFactor(dueDate))
    throw new GatewayError('invalid', 'the gateway gave a boleto of another due date');
  return {
    kind: 'boleto',
    line,
    barcode,
    dueDate,
    slipUrl: Url ?? null,
    expiresAt: endOfDay(dueDate),
  };
};

const receiptOf = ({ Payment }: Sale, now: Date): Receipt => ({
  ref: Payment.PaymentId,
  amountCentavos: Payment.CapturedAmount ?? Payment.Amount,
  receivedAt: Payment.CapturedDate ? localInstant(Payment.CapturedDate) : now,
  refunds: [],
});

/**
 * All sales of one charge as its report. There is one, unless a lost reply created a second boleto:
 * then the oldest is shown, and money received for any of them counts. Throws GatewayError
 * (`invalid`).
 */
export const reportOf = (
  sales: readonly [Sale, ...Sale[]],
  chargeId: ChargeId,
  now: Date,
): ChargeReport => {
  const [first] = sales;
  if (sales.some(({ MerchantOrderId }) => MerchantOrderId !== toOrderId(chargeId)))
    throw new GatewayError('invalid', 'the gateway answered another charge than the requested one');
  const receipts = sales.filter(isPaid).map((sale) => receiptOf(sale, now));
  const presentment =
    receipts.length === 0 && !WITHDRAWN.has(first.Payment.Status) ? presentmentOf(first) : null;
  const state = stateOf(first, receipts, presentment, now);
  return {
    chargeId,
    providerRef: first.Payment.PaymentId,
    state,
    amountCentavos: first.Payment.Amount,
    paidCentavos: receipts.reduce<Centavos>(
      (sum, { amountCentavos }) => centavos(sum + amountCentavos),
      ZERO_CENTAVOS,
    ),
    receipts,
    presentment: state === 'pending' ? presentment : null,
  };
};

const stateOf = (
  { Payment }: Sale,
  receipts: Receipt[],
  presentment: Presentment | null,
  now: Date,
): ChargeState => {
  if (receipts.length > 0) return Payment.Status === RETURNED ? 'refunded' : 'paid';
  if (presentment === null) return 'canceled';
  return now >= presentment.expiresAt ? 'expired' : 'pending';
};
