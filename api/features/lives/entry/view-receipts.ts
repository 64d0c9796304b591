// Receipts of shows, for who watched and for the producer, and past shows with what they brought
// in.
import { Readable } from 'node:stream';
import type {
  LiveEntryId,
  liveReceiptSchema,
  pastLiveSchema,
} from '@camarim/contract/features/lives/entry';
import type { LiveId } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
import { splitFee } from '@camarim/contract/money';
import type { ShowType } from '@camarim/contract/shows';
import type { z } from 'zod';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Requester } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { hiddenAmong, type ProfileSummary, summarise } from '../../profiles/index.ts';
import type { LiveRow } from '../store.ts';
import { receiptHead, receiptLine } from './receipt-csv.ts';
import {
  lastReceipt,
  pastLives,
  type ReceiptFilter,
  type ReceiptRow,
  receiptsOf,
  receiptsOfShow,
} from './receipts-store.ts';

export type LiveReceipt = z.input<typeof liveReceiptSchema>;
export type PastLive = z.input<typeof pastLiveSchema>;
type Page = { limit: number; offset: number };

const present = (
  row: ReceiptRow,
  profile: ProfileSummary | null,
  isProducer: boolean,
): LiveReceipt => ({
  id: row.id as LiveEntryId,
  liveId: row.liveId,
  type: String(row.type) as ShowType,
  title: row.title,
  profile,
  role: row.role,
  charge: row.charge,
  price: row.price,
  enteredAt: row.enteredAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  endedAt: row.endedAt?.toISOString() ?? null,
  exit: row.exit,
  secondsDelivered: Math.floor(row.deliveredMs / 1_000),
  minutes: row.minutes,
  total: row.paid * row.price,
  // Each minute is a sale whose fee is rounded by itself.
  fee: isProducer ? row.paid * splitFee(row.price, row.feeBps).fee : null,
  refunded: row.refunded * row.price,
});

const view = async (
  ctx: Ctx,
  rows: readonly ReceiptRow[],
  requester: Requester & { profileId: ProfileId },
): Promise<LiveReceipt[]> => {
  const otherOf = (row: ReceiptRow): ProfileId =>
    row.producerId === requester.profileId ? row.watcherId : row.producerId;
  const ids = [...new Set(rows.map(otherOf))];
  const hidden = await hiddenAmong(ctx.db, ids, requester);
  const people = await summarise(
    ctx,
    ids.filter((id) => !hidden.has(id)),
  );
  return rows.map((row) =>
    present(row, people.get(otherOf(row)) ?? null, row.producerId === requester.profileId),
  );
};

type Reader = Requester & { profileId: ProfileId };

export const viewReceipts = async (
  ctx: Ctx,
  reader: Reader,
  filter: ReceiptFilter,
  page: Page,
): Promise<LiveReceipt[]> =>
  view(ctx, await receiptsOf(ctx.db, reader.profileId, filter, page), reader);

const EXPORT_PAGE = 200;

async function* csvLines(ctx: Ctx, reader: Reader, filter: ReceiptFilter): AsyncGenerator<string> {
  yield receiptHead();
  for (let offset = 0; ; offset += EXPORT_PAGE) {
    const receipts = await viewReceipts(ctx, reader, filter, { limit: EXPORT_PAGE, offset });
    yield receipts.map(receiptLine).join('');
    if (receipts.length < EXPORT_PAGE) return;
  }
}

/** All of them as CSV, read from the database a page at a time while it is sent. */
export const receiptsCsv = (ctx: Ctx, reader: Reader, filter: ReceiptFilter): Readable =>
  Readable.from(csvLines(ctx, reader, filter));

export const viewShowReceipts = async (
  ctx: Ctx,
  { id }: Allowed<LiveRow>,
  reader: Reader,
  page: Page,
): Promise<LiveReceipt[]> => view(ctx, await receiptsOfShow(ctx.db, id, page), reader);

/** The receipt of a person's last entry to a show. */
export const viewLastReceipt = async (
  ctx: Ctx,
  liveId: LiveId,
  reader: Reader,
): Promise<LiveReceipt | null> => {
  const row = await lastReceipt(ctx.db, liveId, reader.profileId);
  return row && ((await view(ctx, [row], reader))[0] ?? null);
};

export const viewPastLives = async (
  { db }: Ctx,
  producerId: ProfileId,
  page: Page,
): Promise<PastLive[]> =>
  (await pastLives(db, producerId, page)).map((row) => ({
    id: row.id,
    type: String(row.type) as ShowType,
    title: row.title,
    charge: row.charge,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt.toISOString(),
    onAirSeconds: row.publishedAt
      ? Math.round((row.endedAt.getTime() - row.publishedAt.getTime()) / 1_000)
      : 0,
    watchers: row.watchers,
    minutes: row.minutes,
    earnings: row.earnings,
    net: row.earnings - row.fees,
  }));
