// Mass messages as their sender sees them, with their statistics.
import type { Routes } from '@camarim/contract';
import type { BroadcastId } from '@camarim/contract/features/chats/broadcasts';
import type { Locale } from '@camarim/contract/limits';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import type { Ctx } from '../../../context.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { cursorOf, readCursor } from '../../../platform/http/cursor.ts';
import { viewMedia } from '../../media/index.ts';
import { calendarSpan } from '../../posts/index.ts';
import { ownReviews } from '../../reviews/index.ts';
import type { BroadcastOwner } from './policy.ts';
import { type BroadcastRow, findBroadcast, listBroadcasts, refreshSeen } from './store.ts';

export type Broadcast = DataInput<Routes['GET /chats/broadcasts']>[number];

const SEEN_AGE_MS = 60_000;
/**
 * Counting readers reads every receiver, so one call counts them for the newest mass messages only.
 */
const SEEN_COUNTED_MAX = 3;

const present = async (
  ctx: Ctx,
  rows: readonly BroadcastRow[],
  locale: Locale,
): Promise<Broadcast[]> => {
  const heldIds = rows.filter(({ held_at: heldAt }) => heldAt !== null).map(({ id }) => id);
  const reviews = await ownReviews(ctx, 'broadcast', heldIds);
  const medias = await viewMedia(
    ctx,
    rows.map((row) => ({
      ids: row.media_ids,
      audience: row.sender_id,
      owner: true,
      access: 'full' as const,
    })),
    locale,
  );
  return rows.map((row, index) => ({
    id: row.id,
    state: row.state,
    include: row.resend_of === null ? row.selection.include : [],
    exclude: row.selection.exclude,
    message: row.text,
    medias: (medias[index] ?? []).map((media, order) => ({ ...media, order })),
    free: row.media_ids.flatMap((id, place) => (row.free_ids.includes(id) ? place : [])),
    price: row.price_centavos,
    prices: row.prices,
    lockText: row.text_locked,
    review: reviews.get(row.id) ?? null,
    stopped:
      row.state === 'sending' && row.stopped_at
        ? { at: row.stopped_at.toISOString(), withheld: row.withheld }
        : null,
    sendAt: row.send_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    editedAt: row.edited_at?.toISOString() ?? null,
    editable: !row.sold && ['scheduled', 'sending', 'sent'].includes(row.state),
    resendOf: row.resend_of,
    statistics: {
      receivers: row.receivers,
      skipped: row.skipped,
      owned: row.owners,
      seen: row.seen,
      bought: row.bought,
      earned: row.earned,
    },
  }));
};

const refresh = ({ db, clock }: Ctx, ids: readonly BroadcastId[]): Promise<void> => {
  const now = clock.now();
  const since = new Date(now.getTime() - SEEN_AGE_MS);
  return refreshSeen(db, ids, { since, now, limit: SEEN_COUNTED_MAX });
};

/** One of the viewer's. Throws broadcast.notFound. */
export const viewBroadcast = async (
  ctx: Ctx,
  id: BroadcastId,
  locale: Locale,
): Promise<Broadcast> => {
  await refresh(ctx, [id]);
  const row = await findBroadcast(ctx.db, id);
  const [broadcast] = row ? await present(ctx, [row], locale) : [];
  if (!broadcast) throw new AppError('broadcast.notFound');
  return broadcast;
};

/** One page, newest first; `cursor` begins the next one, null at the end. */
export const viewBroadcasts = async (
  ctx: Ctx,
  { ownerId }: Allowed<BroadcastOwner>,
  { limit, before, from, until }: QueryOf<Routes['GET /chats/broadcasts']>,
  locale: Locale,
): Promise<{ data: Broadcast[]; cursor: string | null }> => {
  if ((from === undefined) !== (until === undefined)) throw fieldError('until', 'validate.invalid');
  const page = {
    before: readCursor<BroadcastId>(before),
    span: from !== undefined && until !== undefined ? calendarSpan(from, until) : null,
    // One more row than requested shows whether a next page exists.
    limit: limit + 1,
  };
  const found = await listBroadcasts(ctx.db, ownerId, page);
  await refresh(
    ctx,
    found.map(({ id }) => id),
  );
  const rows = (await listBroadcasts(ctx.db, ownerId, page)).slice(0, limit);
  const last = rows.at(-1);
  return {
    data: await present(ctx, rows, locale),
    cursor: found.length > limit && last ? cursorOf({ at: last.send_at, id: last.id }) : null,
  };
};
