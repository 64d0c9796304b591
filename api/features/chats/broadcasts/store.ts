// SQL of mass messages: what they are, how far they came, and their statistics.
import type { BroadcastId, BroadcastState } from '@camarim/contract/features/chats/broadcasts';
import type { MessageContentId } from '@camarim/contract/features/chats/messages';
import type { Selection, SelectionPart } from '@camarim/contract/features/lists';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Position } from '../../../platform/http/cursor.ts';
import { isWithheld } from '../../access/index.ts';
import { withheldInMessages } from '../../verifications/index.ts';

/** What receivers pay who are in the group when the mass message is sent. */
export type GroupPrice = { for: SelectionPart; price: Centavos };

export type BroadcastRow = {
  id: BroadcastId;
  sender_id: ProfileId;
  content_id: MessageContentId;
  selection: Selection;
  prices: GroupPrice[];
  resend_of: BroadcastId | null;
  state: BroadcastState;
  /** Since when it is in review. */
  held_at: Date | null;
  /** Since when its sending has stopped, because it was withheld. */
  stopped_at: Date | null;
  send_at: Date;
  created_at: Date;
  finished_at: Date | null;
  /** It has stopped and is still withheld. */
  withheld: boolean;
  after_id: ProfileId | null;
  receivers: number;
  skipped: number;
  owners: number;
  seen: number;
  seen_at: Date | null;
  text: string;
  price_centavos: Centavos | null;
  text_locked: boolean;
  edited_at: Date | null;
  /** In their order. */
  media_ids: MediaId[];
  free_ids: MediaId[];
  /** A receiver of the content bought it. */
  sold: boolean;
  bought: number;
  earned: Centavos;
};

/** SQL of whether the content or a media of it is withheld. */
const isContentWithheld = (content: string): string =>
  `(EXISTS (SELECT FROM message_content_media x WHERE x.content_id = ${content} AND ${withheldInMessages('x.media_id')})
    OR ${isWithheld('message', content)})`;

/** A purchase counts for the last mass message with its content that the buyer had before it. */
const ROWS = sql`
  SELECT b.id, b.sender_id, b.content_id, b.selection, b.prices, b.resend_of, b.state, b.held_at,
    b.stopped_at, b.send_at, b.created_at, b.finished_at, b.after_id, b.receivers, b.skipped,
    b.owners, b.seen, b.seen_at, c.text, c.price_centavos, c.text_locked, c.edited_at,
    ARRAY(SELECT x.media_id FROM message_content_media x WHERE x.content_id = c.id
      ORDER BY x.position) AS media_ids,
    ARRAY(SELECT x.media_id FROM message_content_media x WHERE x.content_id = c.id AND x.free
      ORDER BY x.position) AS free_ids,
    b.stopped_at IS NOT NULL AND ${sql.raw(isContentWithheld('c.id'))} AS withheld,
    EXISTS (SELECT FROM message_purchases s WHERE s.content_id = c.id) AS sold, s.bought, s.earned
  FROM broadcasts b JOIN message_contents c ON c.id = b.content_id CROSS JOIN LATERAL (
    SELECT count(*)::integer AS bought, coalesce(sum(p.share_centavos), 0)::bigint AS earned
      FROM message_purchases p
    WHERE p.content_id = b.content_id AND p.price_centavos > 0 AND b.id = (
      SELECT m.broadcast_id FROM messages m WHERE m.content_id = p.content_id
        AND m.receiver_id = p.buyer_id AND m.created_at <= p.created_at
      ORDER BY m.created_at DESC, m.id DESC LIMIT 1)) s`;

export const findBroadcast = async (
  db: Database,
  id: BroadcastId,
): Promise<BroadcastRow | null> => {
  const { rows } = await sql<BroadcastRow>`${ROWS} WHERE b.id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
};

export type BroadcastPage = {
  before: Position<BroadcastId> | null;
  span: { from: Date; until: Date } | null;
  limit: number;
};

/** Mass messages by when they are or were sent, newest first. */
export const listBroadcasts = async (
  db: Database,
  senderId: ProfileId,
  { before, span, limit }: BroadcastPage,
): Promise<BroadcastRow[]> => {
  const { rows } = await sql<BroadcastRow>`${ROWS}
    WHERE b.sender_id = ${senderId}::uuid
      ${
        before === null
          ? sql``
          : sql`AND (date_trunc('milliseconds', b.send_at),
        b.id) < (${before.at}::timestamptz, ${before.id}::uuid)`
      }
      ${
        span === null
          ? sql``
          : sql`AND b.send_at >= ${span.from}::timestamptz
        AND b.send_at < ${span.until}::timestamptz`
      }
    ORDER BY b.send_at DESC, b.id DESC LIMIT ${limit}`.execute(db);
  return rows;
};

export type NewBroadcast = Pick<
  BroadcastRow,
  | 'id'
  | 'sender_id'
  | 'content_id'
  | 'selection'
  | 'prices'
  | 'resend_of'
  | 'held_at'
  | 'send_at'
  | 'created_at'
>;

export const insertBroadcast = async (tx: Database, broadcast: NewBroadcast): Promise<void> => {
  await tx
    .insertInto('broadcasts')
    .values({
      ...broadcast,
      selection: JSON.stringify(broadcast.selection),
      prices: JSON.stringify(broadcast.prices),
      state: 'scheduled',
    })
    .execute();
};

export type LockedBroadcast = Pick<
  BroadcastRow,
  | 'id'
  | 'sender_id'
  | 'content_id'
  | 'selection'
  | 'prices'
  | 'resend_of'
  | 'state'
  | 'held_at'
  | 'stopped_at'
  | 'send_at'
  | 'after_id'
  | 'receivers'
>;

/** Locks it until the transaction ends, before anything else of it. */
export const lockBroadcast = async (
  tx: Database,
  id: BroadcastId,
): Promise<LockedBroadcast | null> => {
  const { rows } = await sql<LockedBroadcast>`
    SELECT id, sender_id, content_id, selection, prices, resend_of, state, held_at, stopped_at,
      send_at, after_id, receivers
    FROM broadcasts WHERE id = ${id}::uuid FOR UPDATE`.execute(tx);
  return rows[0] ?? null;
};

/** Adds what a batch did; the last one, with `afterId` null, ends the sending. */
export const recordBatch = async (
  tx: Database,
  id: BroadcastId,
  done: { afterId: ProfileId | null; receivers: number; skipped: number; owners: number },
  now: Date,
): Promise<void> => {
  await sql`
    UPDATE broadcasts SET state = ${done.afterId === null ? 'sent' : 'sending'},
      after_id = ${done.afterId}::uuid,
      finished_at = CASE WHEN ${done.afterId}::uuid IS NULL THEN ${now}::timestamptz END,
      receivers = receivers + ${done.receivers}, skipped = skipped + ${done.skipped},
        owners = owners + ${done.owners}
    WHERE id = ${id}::uuid`.execute(tx);
};

export const setSchedule = async (
  tx: Database,
  id: BroadcastId,
  { selection, prices, sendAt }: { selection: Selection; prices: GroupPrice[]; sendAt: Date },
): Promise<void> => {
  await tx
    .updateTable('broadcasts')
    .set({
      selection: JSON.stringify(selection),
      prices: JSON.stringify(prices),
      send_at: sendAt,
    })
    .where('id', '=', id)
    .execute();
};

/** Sets since when it is in review; null: no longer. */
export const setInReview = async (
  tx: Database,
  id: BroadcastId,
  at: Date | null,
): Promise<void> => {
  await tx.updateTable('broadcasts').set({ held_at: at }).where('id', '=', id).execute();
};

export const setCancelled = async (tx: Database, id: BroadcastId): Promise<void> => {
  await tx.updateTable('broadcasts').set({ state: 'cancelled' }).where('id', '=', id).execute();
};

/** Null: it goes on. */
export const setStopped = async (tx: Database, id: BroadcastId, at: Date | null): Promise<void> => {
  await tx.updateTable('broadcasts').set({ stopped_at: at }).where('id', '=', id).execute();
};

/** Whether the content or a media of it is withheld. */
export const hasWithheld = async (db: Database, contentId: MessageContentId): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    SELECT ${sql.raw(isContentWithheld('c.id'))} AS found FROM message_contents c
      WHERE c.id = ${contentId}::uuid`.execute(db);
  return rows[0]?.found ?? false;
};

/** All with the content, because it is taken back as one; those that wait are cancelled. */
export const setUnsentWith = async (tx: Database, contentId: MessageContentId): Promise<void> => {
  await sql`UPDATE broadcasts SET state = CASE WHEN state = 'scheduled' THEN 'cancelled'
    ELSE 'unsent' END
    WHERE content_id = ${contentId}::uuid AND state <> 'cancelled'`.execute(tx);
};

/**
 * Counts who read it, unless that was done since the instant; at most `limit` of these, first ones
 * first.
 */
export const refreshSeen = async (
  db: Database,
  ids: readonly BroadcastId[],
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<void> => {
  if (ids.length === 0) return;
  await sql`
    UPDATE broadcasts b SET seen_at = ${now}, seen = (
      SELECT count(*) FROM messages m JOIN chat_members r ON r.chat_id = m.chat_id
        AND r.profile_id = m.receiver_id AND r.read_seq >= m.seq
      WHERE m.broadcast_id = b.id)
    WHERE b.id IN (SELECT s.id FROM unnest(${ids}::uuid[]) WITH ORDINALITY w (id, n)
      JOIN broadcasts s ON s.id = w.id
      WHERE s.receivers > 0 AND (s.seen_at IS NULL OR s.seen_at < ${since}::timestamptz)
        ORDER BY w.n LIMIT ${limit})`.execute(db);
};

/**
 * Ends the mass messages of a removed account: nothing more is sent, and their receivers are
 * erased.
 */
export const endBroadcastsOf = async (tx: Database, senderId: ProfileId): Promise<void> => {
  await sql`UPDATE broadcasts
    SET state = CASE WHEN state IN ('scheduled', 'sending') THEN 'cancelled' ELSE state END,
      selection = '{"include":[],"exclude":[]}', prices = '[]'
        WHERE sender_id = ${senderId}::uuid`.execute(tx);
};
