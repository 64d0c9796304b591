// PayPal's transaction search at its real path: every capture and refund of a period, a page at a
// time.
import { centavos, decimalText } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type OrderStore, type OrderPayment, refundable } from '../core/order-store.ts';
import type { PayPalDetails } from './orders.ts';

/** The longest period that it takes. */
const PERIOD_MAX_MS = 31 * DAY_MS;
const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const querySchema = z
  .object({
    start_date: instant,
    end_date: instant,
    fields: z.string().default('transaction_info'),
    page_size: z.coerce.number().int().min(1).max(500).default(100),
    page: z.coerce.number().int().min(1).default(1),
  })
  .refine(
    ({ start_date: from, end_date: to }) => to > from && to - from <= PERIOD_MAX_MS,
    'date range is greater than 31 days',
  );

/** As PayPal writes them: without milliseconds, the offset without colon. */
const timeOf = (iso: string): string => `${iso.slice(0, 19)}+0000`;
const money = (amountCentavos: number) => ({
  currency_code: 'BRL',
  value: decimalText(centavos(amountCentavos)),
});

const paymentInfo = (reference: string, { id, amountCentavos, at, ...payment }: OrderPayment) => ({
  transaction_id: id,
  transaction_event_code: 'T0006',
  transaction_initiation_date: timeOf(at),
  transaction_updated_date: timeOf(at),
  transaction_amount: money(amountCentavos),
  fee_amount: money(-Math.round(amountCentavos * 0.0479)),
  transaction_status: refundable({ id, amountCentavos, at, ...payment }) === 0 ? 'V' : 'S',
  custom_field: reference,
});

/** A refund has its own fields; one made in PayPal's panel has none of them. */
const refundInfo = (
  payment: OrderPayment,
  {
    id,
    amountCentavos,
    at,
    contested,
    merchantRef,
    merchantField,
  }: OrderPayment['refunds'][number],
) => ({
  transaction_id: id,
  paypal_reference_id: payment.id,
  paypal_reference_id_type: 'TXN',
  transaction_event_code: contested ? 'T1201' : 'T1107',
  transaction_initiation_date: timeOf(at),
  transaction_updated_date: timeOf(at),
  transaction_amount: money(-amountCentavos),
  transaction_status: 'S',
  ...(merchantField && { custom_field: merchantField }),
  ...(merchantRef !== null && { invoice_id: merchantRef }),
});

/** `GET /v1/reporting/transactions`. */
export const reporting = (api: FastifyInstance, orders: OrderStore<PayPalDetails>): void => {
  api.get('/v1/reporting/transactions', async (request) => {
    const {
      start_date: from,
      end_date: to,
      page_size: size,
      page,
    } = querySchema.parse(request.query);
    const all = orders
      .newest(100_000)
      .flatMap(({ reference, payments }) =>
        payments.flatMap((payment) => [
          paymentInfo(reference, payment),
          ...payment.refunds
            .filter(({ fails }) => !fails)
            .map((refund) => refundInfo(payment, refund)),
        ]),
      )
      .filter(
        ({ transaction_initiation_date: at }) =>
          Date.parse(at) >= Math.floor(from / 1000) * 1000 && Date.parse(at) < to,
      )
      .sort(
        (a, b) =>
          a.transaction_initiation_date.localeCompare(b.transaction_initiation_date) ||
          a.transaction_id.localeCompare(b.transaction_id),
      );
    const details = all
      .slice((page - 1) * size, page * size)
      .map((info) => ({ transaction_info: info }));
    return {
      transaction_details: details,
      account_number: 'CAMARIMSANDBOX',
      page,
      total_items: all.length,
      total_pages: Math.max(1, Math.ceil(all.length / size)),
    };
  });
};
