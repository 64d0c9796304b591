// The acquirer's statement of sales (GET /merchant-statement/v1/sales): by days of São Paulo, in
// reais, by page.
import { fromDecimalText } from '@camarim/contract/money';
import { SAO_PAULO } from '@camarim/contract/time';
import { z } from 'zod';
import { read } from '../gateway-replies.ts';
import type { SettlementLine, SettlementPage } from '../port.ts';
import type { TokenClient } from '../token-client.ts';

const PER_PAGE = 100;
const text = z.union([z.string(), z.number()]).transform(String);
const saleSchema = z.object({
  status: z.string(),
  /** Null for sales that were not made online. */
  tid: text.nullish(),
  nsu: text,
  amount: z.number().transform((reais) => fromDecimalText(reais.toFixed(2))),
  // Rows of the recorded sandbox answer lack the hour, and some have only the day of the movement.
  saleDate: z.iso.date().nullish(),
  saleHour: z.iso.time().nullish(),
  movementDate: z.iso.date().nullish(),
});
const pageSchema = z.object({
  content: z.object({ transactions: z.array(saleSchema).default([]) }),
  cursor: z.object({ hasNextKey: z.boolean(), nextKey: text.nullish() }).nullish(),
});

/** `.../redelabs/oauth2/token` -> `.../redelabs/merchant-statement/v1`. */
export const statementUrl = ({ tokenUrl }: { tokenUrl: string }): string =>
  new URL('../merchant-statement/v1', tokenUrl).href;

const dayOf = (at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: SAO_PAULO, dateStyle: 'short' }).format(at);

/**
 * Statuses of sales. A canceled sale is also a payment; its refunds are listed with its
 * transaction.
 */
const SOLD = /^(approved|cancel+ed|partially_cancel+ed)$/i;

/** One page. `companyNumber` is one merchant number (PV). Throws GatewayError. */
export const listRedeSettlements = async (
  {
    send,
    refuse,
    companyNumber,
  }: {
    send: TokenClient['send'];
    refuse: (reply: Awaited<ReturnType<TokenClient['send']>>) => Error;
    companyNumber: string;
  },
  { from, to, cursor }: { from: Date; to: Date; cursor?: string },
): Promise<SettlementPage> => {
  const query = new URLSearchParams({
    parentCompanyNumber: companyNumber,
    subsidiaries: companyNumber,
    startDate: dayOf(from),
    endDate: dayOf(new Date(to.getTime() - 1)),
    size: String(PER_PAGE),
    ...(cursor !== undefined && { pageKey: cursor }),
  });
  const reply = await send({ method: 'GET', path: `/sales?${query}` });
  if (reply.status >= 300) throw refuse(reply);
  const { content, cursor: next } = read(pageSchema, reply.body, 'statement of sales');
  const lines = content.transactions.flatMap(
    ({ status, tid, nsu, amount, saleDate, saleHour, movementDate }): SettlementLine[] => {
      const day = saleDate ?? movementDate;
      if (!day || !SOLD.test(status)) return [];
      // A line without an hour belongs to the period that includes noon of its day.
      const at = new Date(`${day}T${saleHour ?? '12:00:00'}-03:00`);
      if (at < from || at >= to) return [];
      // Sale numbers may repeat on other days.
      const ref = tid ?? `${day}:${nsu}`;
      return [
        {
          kind: 'payment',
          ref,
          receiptRef: ref,
          chargeId: null,
          providerRef: tid ?? null,
          amountCentavos: amount,
          at,
        },
      ];
    },
  );
  return { lines, cursor: next?.hasNextKey ? (next.nextKey ?? null) : null };
};
