// SQL by which a batch of receivers gets a mass message, whatever their number in a few statements,
// and by which they are found again.
import type { ChatId } from '@camarim/contract/features/chats';
import type { BroadcastId } from '@camarim/contract/features/chats/broadcasts';
import type { MessageContentId, MessageId } from '@camarim/contract/features/chats/messages';
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { lockName } from '../../../platform/database/transaction.ts';
import { newId } from '../../../platform/ids/new-id.ts';

/** Receivers and their conversations with the sender. */
type Chats = Map<ProfileId, ChatId>;

/**
 * The conversations that the sender has with them. Each is looked up by itself: as one condition on
 * a sender with many conversations, PostgreSQL read all of them for each batch.
 */
const findChats = async (
  tx: Database,
  senderId: ProfileId,
  receivers: readonly ProfileId[],
): Promise<Chats> => {
  const { rows } = await sql<{ id: ProfileId; chat_id: ChatId }>`
    SELECT w.id, m.chat_id FROM unnest(${receivers}::uuid[]) w (id)
      CROSS JOIN LATERAL (SELECT chat_id FROM chat_members WHERE profile_id = ${senderId}::uuid
        AND other_id = w.id LIMIT 1) m`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.chat_id]));
};

/**
 * The conversations with the receivers; those that are missing begin. The two rows of each are
 * inserted in the order in which `ensureChat` inserts them, so that the two wait for each other at
 * the first. For the sender they stand at the end of the list of conversations until the receiver
 * answers: a mass message must not bury the people who write.
 */
export const ensureChats = async (
  tx: Database,
  senderId: ProfileId,
  receivers: readonly ProfileId[],
  now: Date,
): Promise<Chats> => {
  const known = await findChats(tx, senderId, receivers);
  const missing = receivers.filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  const ids = missing.map(() => newId() as ChatId);
  await sql`INSERT INTO chats (id, created_at) SELECT id, ${now}::timestamptz
    FROM unnest(${ids}::uuid[]) w (id)`.execute(tx);
  const { rows } = await sql<{ chat_id: ChatId }>`
    INSERT INTO chat_members (chat_id, profile_id, other_id, last_message_at, updated_at)
    SELECT p.chat_id, p.profile_id,
      p.other_id, CASE WHEN p.profile_id = ${senderId}::uuid THEN 'epoch'
      ELSE ${now}::timestamptz END, ${now}::timestamptz
    FROM (SELECT w.receiver, w.chat_id, d.profile_id, d.other_id FROM unnest(${missing}::uuid[],
      ${ids}::uuid[]) w (receiver, chat_id)
      CROSS JOIN LATERAL (VALUES (${senderId}::uuid, w.receiver), (w.receiver,
        ${senderId}::uuid)) d (profile_id, other_id)) p
    ORDER BY p.receiver, p.profile_id
    ON CONFLICT (profile_id, other_id) DO NOTHING RETURNING chat_id`.execute(tx);
  const begun = new Set(rows.map(({ chat_id }) => chat_id));
  const unused = ids.filter((id) => !begun.has(id));
  if (unused.length === 0)
    return new Map([...known, ...missing.map((id, place) => [id, ids[place] as ChatId] as const)]);
  // Begun by an ordinary message at the same moment.
  await tx.deleteFrom('chats').where('id', 'in', unused).execute();
  return findChats(tx, senderId, receivers);
};

/** A message that a receiver has now. */
export type DeliveredMessage = {
  id: MessageId;
  receiver_id: ProfileId;
  chat_id: ChatId;
  seq: number;
  muted: boolean;
  /** Has a device that listens. */
  online: boolean;
};

/**
 * Puts the content into the conversations, each at its next place. Their rows are locked in the
 * order of their ids, so that two batches with common conversations do not wait for each other; an
 * ordinary message locks one. For the sender they keep their place in the list and what is unread
 * in them.
 */
export const deliverContent = async (
  tx: Database,
  {
    id,
    senderId,
    contentId,
  }: {
    id: BroadcastId;
    senderId: ProfileId;
    contentId: MessageContentId;
  },
  { chats, prices }: { chats: Chats; prices: ReadonlyMap<ProfileId, Centavos> },
  { now, onlineSince }: { now: Date; onlineSince: Date },
): Promise<DeliveredMessage[]> => {
  if (chats.size === 0) return [];
  const receivers = [...chats.keys()];
  const chatIds = [...chats.values()];
  await sql`SELECT FROM chats WHERE id = ANY(${chatIds}::uuid[]) ORDER BY id
    FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<DeliveredMessage>`
    WITH r AS MATERIALIZED (
      SELECT receiver_id, chat_id, id, price FROM unnest(${receivers}::uuid[], ${chatIds}::uuid[],
        ${chatIds.map(() => newId())}::uuid[],
        ${receivers.map((id) => prices.get(id) ?? null)}::bigint[]) w (receiver_id, chat_id, id,
          price)),
    t AS (UPDATE chats c SET last_seq = c.last_seq + 1 WHERE c.id = ANY(${chatIds}::uuid[])
      RETURNING c.id, c.last_seq),
    i AS (INSERT INTO messages (id, chat_id, seq, sender_id, receiver_id, text, content_id,
      price_centavos, writer, created_at, broadcast_id)
      SELECT r.id, r.chat_id, t.last_seq, ${senderId}::uuid, r.receiver_id, '', ${contentId}::uuid,
        r.price, 'person', ${now}::timestamptz, ${id}::uuid
      FROM r JOIN t ON t.id = r.chat_id),
    own AS (UPDATE chat_members x SET has_written = true,
      read_seq = CASE WHEN x.read_seq = t.last_seq - 1 THEN t.last_seq ELSE x.read_seq END FROM t
      WHERE x.chat_id = t.id AND x.profile_id = ${senderId}::uuid AND (x.read_seq = t.last_seq - 1
        OR NOT x.has_written)),
    theirs AS (UPDATE chat_members x SET last_message_at = greatest(x.last_message_at,
      ${now}::timestamptz), updated_at = ${now}::timestamptz,
        unread_messages = x.unread_messages + 1 FROM r
      WHERE x.chat_id = r.chat_id AND x.profile_id = r.receiver_id RETURNING x.chat_id, x.muted_at)
    SELECT r.id, r.receiver_id, r.chat_id, t.last_seq::int8 AS seq, y.muted_at IS NOT NULL AS muted,
      coalesce(p.last_seen_at >= ${onlineSince}::timestamptz, false) AS online
    FROM r JOIN t ON t.id = r.chat_id JOIN theirs y ON y.chat_id = r.chat_id
      CROSS JOIN LATERAL (SELECT last_seen_at FROM profiles WHERE profiles.id = r.receiver_id
        LIMIT 1) p`.execute(tx);
  return rows;
};

/**
 * Batches of one sender wait for each other until the transaction ends: two mass messages at once
 * would each find a receiver below the limit of a day.
 */
export const lockSending = async (tx: Database, senderId: ProfileId): Promise<void> => {
  await lockName(tx, `mass messages/${senderId}`);
};

/** Which of the receivers had `limit` mass messages of the sender since the instant. */
export const satedAmong = async (
  tx: Database,
  senderId: ProfileId,
  receivers: readonly ProfileId[],
  { since, limit }: { since: Date; limit: number },
): Promise<Set<ProfileId>> => {
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT m.receiver_id AS id FROM broadcasts b JOIN messages m ON m.broadcast_id = b.id
      AND m.receiver_id = ANY(${receivers}::uuid[])
    WHERE b.sender_id = ${senderId}::uuid AND (b.finished_at IS NULL
      OR b.finished_at >= ${since}::timestamptz) AND m.created_at > ${since}::timestamptz
    GROUP BY m.receiver_id HAVING count(*) >= ${limit}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

/**
 * A page of the receivers who have not read the mass message, by id; without those from whom it was
 * taken back.
 */
export const listUnseen = async (
  db: Database,
  id: BroadcastId,
  after: ProfileId | null,
  limit: number,
): Promise<{ people: ProfileId[]; last: ProfileId | null }> => {
  const { rows } = await sql<{ id: ProfileId; done: boolean }>`
    SELECT m.receiver_id AS id, m.unsent_at IS NOT NULL OR EXISTS (SELECT FROM chat_members r
      WHERE r.chat_id = m.chat_id AND r.profile_id = m.receiver_id AND r.read_seq >= m.seq) AS done
    FROM messages m
      WHERE m.broadcast_id = ${id}::uuid ${after === null ? sql`` : sql`AND m.receiver_id > ${after}::uuid`}
    ORDER BY m.receiver_id LIMIT ${limit}`.execute(db);
  return {
    people: rows.flatMap((row) => (row.done ? [] : row.id)),
    last: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  };
};

/** Its receivers are to be notified of a change, from the first on; false when it has none. */
export const beginAnnouncing = async (
  tx: Database,
  contentId: MessageContentId,
): Promise<BroadcastId[]> => {
  const { rows } = await sql<{ id: BroadcastId }>`
    UPDATE broadcasts SET announcing = true, announced_id = NULL
      WHERE content_id = ${contentId}::uuid AND receivers > 0 RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
};

export type AnnouncedMessage = Pick<
  DeliveredMessage,
  'id' | 'receiver_id' | 'chat_id' | 'online'
> & {
  sender_id: ProfileId;
  /** Its content was taken back, and its receiver did not buy it. */
  gone: boolean;
};

/** The next receivers who are to be notified, with the mass message locked; null when all were. */
export const nextAnnounced = async (
  tx: Database,
  id: BroadcastId,
  { onlineSince, limit }: { onlineSince: Date; limit: number },
): Promise<AnnouncedMessage[] | null> => {
  const { rows: found } = await sql<{ after: ProfileId | null }>`
    SELECT announced_id AS after FROM broadcasts WHERE id = ${id}::uuid AND announcing
      FOR UPDATE`.execute(tx);
  const [place] = found;
  if (!place) return null;
  const { rows } = await sql<AnnouncedMessage>`
    SELECT m.id, m.sender_id, m.receiver_id, m.chat_id,
      coalesce(p.last_seen_at >= ${onlineSince}::timestamptz, false) AS online,
      c.unsent_at IS NOT NULL AND NOT EXISTS (SELECT FROM message_purchases u
        WHERE u.content_id = c.id AND u.buyer_id = m.receiver_id) AS gone
    FROM messages m JOIN profiles p ON p.id = m.receiver_id
      JOIN message_contents c ON c.id = m.content_id
    WHERE m.broadcast_id = ${id}::uuid ${place.after === null ? sql`` : sql`AND m.receiver_id > ${place.after}::uuid`}
    ORDER BY m.receiver_id LIMIT ${limit}`.execute(tx);
  return rows;
};

/** Null: all were notified. */
export const recordAnnounced = async (
  tx: Database,
  id: BroadcastId,
  last: ProfileId | null,
): Promise<void> => {
  await tx
    .updateTable('broadcasts')
    .set({ announced_id: last, announcing: last !== null })
    .where('id', '=', id)
    .execute();
};
