// PayPal's transaction search (GET /v1/reporting/transactions): payments and refunds of a period.
import type { ChargeId } from '@camarim/contract/ids';
import { centavos, fromDecimalText } from '@camarim/contract/money';
import { z } from 'zod';
import { read } from '../gateway-replies.ts';
import type { SettlementLine, SettlementPage } from '../port.ts';
import type { TokenClient } from '../token-client.ts';

const PER_PAGE = 100;
/** Its times have an offset without colon: 2026-11-21T10:00:00+0000. */
const instant = z
  .string()
  .transform((text) => text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  .pipe(z.iso.datetime({ offset: true }))
  .transform((text) => new Date(text));
const money = z.object({
  currency_code: z.string(),
  value: z.string().regex(/^-?\d{1,11}\.\d{2}$/),
});
const infoSchema = z.object({
  transaction_id: z.string(),
  /** For a refund: its payment. */
  paypal_reference_id: z.string().nullish(),
  transaction_event_code: z.string(),
  transaction_initiation_date: instant,
  transaction_amount: money,
  transaction_status: z.string(),
  custom_field: z.string().nullish(),
});
const pageSchema = z.object({
  transaction_details: z.array(z.object({ transaction_info: infoSchema })).default([]),
  page: z.int(),
  total_pages: z.int(),
});
const uuidSchema = z.uuid();

/**
 * Payments (T00nn); reversals, refunds and chargebacks (T11nn, T12nn). Fees, withdrawals and
 * conversions are skipped.
 */
const kindOf = (code: string): SettlementLine['kind'] | null =>
  code.startsWith('T00') ? 'payment' : /^T1[12]/.test(code) ? 'refund' : null;
/** `S` succeeded; `V` succeeded and was refunded or reversed later, which has a line of its own. */
const SUCCEEDED = new Set(['S', 'V']);

const lineOf = (info: z.output<typeof infoSchema>): SettlementLine[] => {
  const { transaction_amount: money, custom_field: custom, transaction_id: ref } = info;
  const kind = kindOf(info.transaction_event_code);
  if (kind === null || !SUCCEEDED.has(info.transaction_status) || money.currency_code !== 'BRL')
    return [];
  const amount = fromDecimalText(money.value);
  // An outgoing payment is not a receipt.
  if (amount === 0 || amount < 0 === (kind === 'payment')) return [];
  const chargeId = uuidSchema.safeParse(custom).success ? (custom as ChargeId) : null;
  return [
    {
      kind,
      ref,
      receiptRef: info.paypal_reference_id ?? ref,
      chargeId,
      providerRef: null,
      amountCentavos: centavos(Math.abs(amount)),
      at: info.transaction_initiation_date,
    },
  ];
};

/** One page. Throws GatewayError. PayPal's list lags by up to three hours. */
export const listPayPalSettlements = async (
  send: TokenClient['send'],
  refuse: (reply: Awaited<ReturnType<TokenClient['send']>>) => Error,
  { from, to, cursor = '1' }: { from: Date; to: Date; cursor?: string },
  chargeOf: (captureId: string) => Promise<ChargeId | null>,
): Promise<SettlementPage> => {
  const query = new URLSearchParams({
    start_date: from.toISOString(),
    end_date: to.toISOString(),
    fields: 'transaction_info',
    page_size: String(PER_PAGE),
    page: cursor,
  });
  const reply = await send({ method: 'GET', path: `/v1/reporting/transactions?${query}` });
  if (reply.status >= 300) throw refuse(reply);
  const {
    transaction_details: details,
    page,
    total_pages: pages,
  } = read(pageSchema, reply.body, 'list of transactions');
  const lines: SettlementLine[] = [];
  for (const { transaction_info: info } of details) {
    for (const line of lineOf(info)) {
      // A refund has its own field, empty when the refund was made in PayPal's panel; then the
      // payment names the charge.
      lines.push(
        line.kind === 'refund' && line.chargeId === null && line.receiptRef !== line.ref
          ? { ...line, chargeId: await chargeOf(line.receiptRef) }
          : line,
      );
    }
  }
  return { lines, cursor: page < pages ? String(page + 1) : null };
};
