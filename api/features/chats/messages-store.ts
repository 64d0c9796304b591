// SQL of messages, their reactions, and the contents that they share.
import type { ChatId } from '@camarim/contract/features/chats';
import type { BroadcastId } from '@camarim/contract/features/chats/broadcasts';
import type {
  MessageContentId,
  MessageId,
  MessageWriter,
} from '@camarim/contract/features/chats/messages';
import type { OrderId, OrderStatus } from '@camarim/contract/features/orders';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import type { ShowType } from '@camarim/contract/shows';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isAccountUnderLegalHold, keepHeldCopy } from '../access/index.ts';
import { containsSql } from '../../platform/database/contains.ts';
import { preparedRead } from '../../platform/database/prepared-read.ts';
import { textOf, unsentAt } from './contents-store.ts';
import { withheldInMessages } from '../verifications/index.ts';

/** The state that an order reached. */
export type OrderStep = { id: OrderId; step: OrderStatus };

/** A message with what its content adds. */
export type MessageRow = {
  id: MessageId;
  chat_id: ChatId;
  seq: number;
  sender_id: ProfileId;
  receiver_id: ProfileId;
  client_key: string | null;
  writer: MessageWriter;
  writer_name: string | null;
  text: string;
  content_id: MessageContentId | null;
  /** What its receiver pays: the price of their group, else the one of the content. */
  price_centavos: Centavos | null;
  /** The version of its content; 1 without one. */
  version: number;
  text_locked: boolean;
  /** In their order; empty without a content. */
  media_ids: MediaId[];
  /** The media that are shown without paying. */
  free_ids: MediaId[];
  /** The media that only their owner sees, because a performer in them no longer consents. */
  withheld_ids: MediaId[];
  /** The receiver bought the content. */
  bought: boolean;
  /**
   * Media of it that this purchase did not pay for: the receiver owned them, and sees them while
   * they do.
   */
  owned_media: MediaId[];
  fee_centavos: Centavos;
  /** It tells that this order reached this state. */
  order_id: OrderId | null;
  order_step: OrderStatus | null;
  /** It asks to come to the sender's show. */
  show_type: ShowType | null;
  reply_to_id: MessageId | null;
  reply_sender_id: ProfileId | null;
  /** What the answered message says to both; '' when it is locked or unsent. */
  reply_text: string | null;
  reactions: { profileId: ProfileId; emoji: string }[];
  created_at: Date;
  edited_at: Date | null;
  unsent_at: Date | null;
  pinned_at: Date | null;
  /** The mass message that it is part of. */
  broadcast_id: BroadcastId | null;
};

const MESSAGE_ROWS = `
  SELECT m.id, m.chat_id, m.seq::int8 AS seq, m.sender_id, m.receiver_id, m.client_key, m.writer,
    m.writer_name,
    ${textOf('m', 'c')} AS text,
      m.content_id, CASE WHEN c.price_centavos IS NOT NULL THEN coalesce(m.price_centavos,
      c.price_centavos) END AS price_centavos, coalesce(c.version, 1) AS version,
      coalesce(c.text_locked, false) AS text_locked,
    ARRAY(SELECT x.media_id FROM message_content_media x WHERE x.content_id = m.content_id
      ORDER BY x.position) AS media_ids,
    ARRAY(SELECT x.media_id FROM message_content_media x WHERE x.content_id = m.content_id
      AND x.free ORDER BY x.position) AS free_ids,
    ARRAY(SELECT x.media_id FROM message_content_media x WHERE x.content_id = m.content_id
      AND ${withheldInMessages('x.media_id')}) AS withheld_ids,
    EXISTS (SELECT FROM message_purchases b WHERE b.content_id = m.content_id
      AND b.buyer_id = m.receiver_id) AS bought,
    coalesce((SELECT b.owned_media FROM message_purchases b WHERE b.content_id = m.content_id
      AND b.buyer_id = m.receiver_id), '{}') AS owned_media,
    m.fee_centavos, m.order_id, m.order_step, m.show_type::text AS show_type, m.reply_to_id,
      r.sender_id AS reply_sender_id,
    CASE WHEN r.id IS NOT NULL THEN
      CASE WHEN ${unsentAt('r', 'rc')} IS NULL AND NOT coalesce(rc.text_locked,
        false) THEN left(${textOf('r', 'rc')}, 140) ELSE '' END
    END AS reply_text,
    coalesce((SELECT json_agg(json_build_object('profileId', e.profile_id, 'emoji', e.emoji)
      ORDER BY e.created_at, e.profile_id)
      FROM message_reactions e WHERE e.message_id = m.id), '[]') AS reactions,
    m.created_at, greatest(m.edited_at, c.edited_at) AS edited_at,
      ${unsentAt('m', 'c')} AS unsent_at, m.pinned_at, m.broadcast_id
  FROM messages m LEFT JOIN message_contents c ON c.id = m.content_id
    LEFT JOIN messages r ON r.id = m.reply_to_id
      LEFT JOIN message_contents rc ON rc.id = r.content_id`;

const selectOne = preparedRead<MessageRow>(`${MESSAGE_ROWS} WHERE m.id = $1::uuid`);
const selectBefore = preparedRead<MessageRow>(
  `${MESSAGE_ROWS} WHERE m.chat_id = $1::uuid AND m.seq < $2::bigint ORDER BY m.seq DESC LIMIT $3`,
);
const selectAfter = preparedRead<MessageRow>(
  `${MESSAGE_ROWS} WHERE m.chat_id = $1::uuid AND m.seq > $2::bigint ORDER BY m.seq LIMIT $3`,
);
const selectPinned = preparedRead<MessageRow>(
  `${MESSAGE_ROWS} WHERE m.chat_id = $1::uuid AND m.pinned_at IS NOT NULL AND ${unsentAt('m', 'c')} IS NULL ORDER BY m.pinned_at DESC LIMIT $2`,
);
const selectFound = preparedRead<MessageRow>(`${MESSAGE_ROWS}
  WHERE m.chat_id = $1::uuid AND m.seq < $2::bigint AND ${unsentAt('m', 'c')} IS NULL
    AND (NOT coalesce(c.text_locked, false) OR m.sender_id = $5::uuid OR EXISTS (SELECT FROM message_purchases b WHERE b.content_id = c.id AND b.buyer_id = $5::uuid))
    AND ${containsSql(textOf('m', 'c'), '$4')}
  ORDER BY m.seq DESC LIMIT $3`);

export const findMessage = async (db: Database, id: MessageId): Promise<MessageRow | null> =>
  (await selectOne(db, id))[0] ?? null;

/** The newest messages before the place, oldest first. */
export const listBefore = async (
  db: Database,
  chatId: ChatId,
  seq: number,
  limit: number,
): Promise<MessageRow[]> => (await selectBefore(db, chatId, seq, limit)).toReversed();

/** The oldest messages after the place, oldest first. */
export const listAfter = (
  db: Database,
  chatId: ChatId,
  seq: number,
  limit: number,
): Promise<MessageRow[]> => selectAfter(db, chatId, seq, limit);

export const listPinned = (db: Database, chatId: ChatId, limit: number): Promise<MessageRow[]> =>
  selectPinned(db, chatId, limit);

/**
 * Messages whose text contains the words, without accents and case, newest first. Locked text is
 * found by its author and its buyers only.
 */
export const searchMessages = (
  db: Database,
  chatId: ChatId,
  {
    words,
    before,
    limit,
    readerId,
  }: {
    words: string;
    before: number;
    limit: number;
    readerId: ProfileId;
  },
): Promise<MessageRow[]> => selectFound(db, chatId, before, limit, words, readerId);

export type NewMessage = {
  id: MessageId;
  chatId: ChatId;
  senderId: ProfileId;
  receiverId: ProfileId;
  clientKey: string | null;
  text: string;
  contentId: MessageContentId | null;
  writer: MessageWriter;
  replyToId: MessageId | null;
  fee: Centavos;
};

/** Where a message came to be, and what its receiver has besides. */
export type PlacedMessage = {
  seq: number;
  /** The receiver wants no notice of it. */
  muted: boolean;
  /** It is the first unread message of its receiver, who has not muted the conversation. */
  firstUnread: boolean;
};

/**
 * SQL that selects messages from parameters $1 to $10 (`messageValues`), with their position `n`.
 */
export const MESSAGES_GIVEN = `SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[],
  $5::text[], $6::text[], $7::uuid[], $8::text[], $9::uuid[], $10::bigint[]) WITH ORDINALITY
      w (id, chat_id, sender_id, receiver_id, client_key, text, content_id, writer, reply_to_id,
        fee_centavos, n)`;

/**
 * Common table expressions that give the messages of `w` their places; `p` has them, `m` the
 * members. $2 are their conversations, $11 is now. A batch may have several messages of one
 * conversation, by both: who wrote last has read what was before, and what came after that is
 * unread. Of several to one receiver the first one is marked.
 */
export const PLACING = `
  c AS MATERIALIZED (SELECT id, last_seq FROM chats WHERE id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE),
  p AS MATERIALIZED (SELECT w.*, c.last_seq + row_number() OVER (PARTITION BY w.chat_id ORDER BY w.n) AS seq FROM w JOIN c ON c.id = w.chat_id),
  t AS (UPDATE chats SET last_seq = x.seq FROM (SELECT chat_id, max(seq) AS seq FROM p GROUP BY chat_id) x WHERE chats.id = x.chat_id),
  s AS MATERIALIZED (SELECT chat_id, sender_id, max(seq) AS seq FROM p GROUP BY chat_id, sender_id),
  y AS MATERIALIZED (
    SELECT p.chat_id, d.profile_id, max(s.seq) AS written, count(*) FILTER (WHERE d.received AND p.seq > coalesce(s.seq, 0)) AS unread,
      min(p.n) FILTER (WHERE d.received AND p.seq > coalesce(s.seq, 0)) AS first, bool_or(NOT d.received AND p.writer = 'person') AS by_hand
    FROM p CROSS JOIN LATERAL (VALUES (p.sender_id, false), (p.receiver_id, true)) d (profile_id, received)
      LEFT JOIN s ON s.chat_id = p.chat_id AND s.sender_id = d.profile_id
    GROUP BY p.chat_id, d.profile_id),
  m AS (UPDATE chat_members SET last_message_at = greatest(last_message_at, $11), updated_at = $11,
    unread_messages = y.unread + CASE WHEN y.written IS NULL THEN unread_messages ELSE 0 END,
    read_seq = coalesce(y.written, read_seq), has_written = has_written OR y.by_hand
    FROM y WHERE chat_members.chat_id = y.chat_id AND chat_members.profile_id = y.profile_id
    RETURNING chat_members.chat_id, chat_members.profile_id, muted_at IS NOT NULL AS muted,
      CASE WHEN unread_messages = y.unread AND muted_at IS NULL THEN y.first END AS first),
  i AS (INSERT INTO messages (id, chat_id, seq, sender_id, receiver_id, client_key, text, content_id, writer, reply_to_id, fee_centavos, created_at)
    SELECT id, chat_id, seq, sender_id, receiver_id, client_key, text, content_id, writer, reply_to_id, fee_centavos, $11::timestamptz FROM p)`;

const insertPlaced = preparedRead<PlacedMessage & { n: number }>(`
  WITH w AS MATERIALIZED (${MESSAGES_GIVEN}), ${PLACING}
  SELECT p.n::int AS n, p.seq::int8 AS seq, m.muted, coalesce(m.first = p.n, false) AS "firstUnread"
  FROM p JOIN m ON m.chat_id = p.chat_id AND m.profile_id = p.receiver_id`);

/** Parameters $1 to $11 of `MESSAGES_GIVEN` and `PLACING`. */
export const messageValues = (messages: readonly NewMessage[], now: Date): unknown[] => {
  const column = <K extends keyof NewMessage>(name: K) => messages.map((message) => message[name]);
  return [
    column('id'),
    column('chatId'),
    column('senderId'),
    column('receiverId'),
    column('clientKey'),
    column('text'),
    column('contentId'),
    column('writer'),
    column('replyToId'),
    column('fee'),
    now,
  ];
};

/**
 * Inserts each message at the next place of its conversation, and counts it as unread for its
 * receiver. Locks the rows of the conversations, in the order of their ids, until the transaction
 * ends, so that places are given in the order of the commits. One statement, because it is made for
 * each message. Null: the conversation is gone.
 */
export const insertMessages = async (
  tx: Database,
  messages: readonly NewMessage[],
  now: Date,
): Promise<(PlacedMessage | null)[]> => {
  const rows = await insertPlaced(tx, ...messageValues(messages, now));
  const placed: (PlacedMessage | null)[] = messages.map(() => null);
  for (const { n, ...place } of rows) placed[n - 1] = place;
  return placed;
};

export const setOrderStep = async (
  tx: Database,
  id: MessageId,
  { id: orderId, step }: OrderStep,
): Promise<void> => {
  await tx
    .updateTable('messages')
    .set({ order_id: orderId, order_step: step })
    .where('id', '=', id)
    .execute();
};

export const setShow = async (tx: Database, id: MessageId, type: ShowType): Promise<void> => {
  await tx
    .updateTable('messages')
    .set({ show_type: Number(type) })
    .where('id', '=', id)
    .execute();
};

/** Locks the message until the transaction ends, but not answers to it; null when there is none. */
export const lockMessage = async (tx: Database, id: MessageId): Promise<MessageRow | null> => {
  await tx.selectFrom('messages').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  return findMessage(tx, id);
};

export const setText = async (
  tx: Database,
  id: MessageId,
  text: string,
  now: Date,
): Promise<void> => {
  await keepHeldCopy(tx, 'message', id);
  await tx.updateTable('messages').set({ text, edited_at: now }).where('id', '=', id).execute();
};

/**
 * Takes messages back that are not yet: the text goes for good, and the place stays, so that no
 * client misses one. They count as unread no more, and are pinned no more. The rows of their
 * conversations are locked by `lockChats` before, as when messages are sent and read. Returns the
 * receivers who have nothing unread in these conversations now.
 */
export const takeBackMessages = async (
  tx: Database,
  ids: readonly MessageId[],
  now: Date,
): Promise<ProfileId[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: ProfileId; unread: number }>`
    WITH u AS (UPDATE messages
      SET text = CASE WHEN ${sql.raw(isAccountUnderLegalHold('messages.sender_id'))} THEN text
      ELSE '' END, unsent_at = ${now}::timestamptz, pinned_at = NULL
      WHERE id = ANY(${ids}::uuid[]) AND unsent_at IS NULL RETURNING chat_id, receiver_id, seq),
    n AS (SELECT u.chat_id, u.receiver_id, count(*)::integer AS unread FROM u
      JOIN chat_members r ON r.chat_id = u.chat_id AND r.profile_id = u.receiver_id
        AND r.read_seq < u.seq GROUP BY u.chat_id, u.receiver_id)
    UPDATE chat_members x SET unread_messages = greatest(0, x.unread_messages - n.unread) FROM n
    WHERE x.chat_id = n.chat_id AND x.profile_id = n.receiver_id AND x.unread_messages > 0
    RETURNING x.profile_id AS id, x.unread_messages AS unread`.execute(tx);
  return rows.flatMap(({ id, unread }) => (unread === 0 ? id : []));
};

/** Ends what a legal hold kept of messages that this person took back. */
export const blankUnsentOf = async (tx: Database, senderId: ProfileId): Promise<void> => {
  await sql`UPDATE messages SET text = '' WHERE sender_id = ${senderId}::uuid
    AND unsent_at IS NOT NULL AND text <> ''`.execute(tx);
};

/** Locks the conversations of these messages in one order, until the transaction ends. */
export const lockChats = async (tx: Database, ids: readonly MessageId[]): Promise<void> => {
  await sql`SELECT FROM chats WHERE id IN (SELECT chat_id FROM messages
    WHERE id = ANY(${ids}::uuid[])) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
};

/** Messages with the content whose receivers bought it. */
export const messagesOfBuyers = async (
  tx: Database,
  contentId: MessageContentId,
): Promise<MessageId[]> => {
  const rows = await tx
    .selectFrom('messages')
    .select('id')
    .where('content_id', '=', contentId)
    .where('unsent_at', 'is', null)
    .where('receiver_id', 'in', (eb) =>
      eb.selectFrom('message_purchases').select('buyer_id').where('content_id', '=', contentId),
    )
    .execute();
  return rows.map(({ id }) => id as MessageId);
};

export const setPinned = async (
  tx: Database,
  id: MessageId,
  pinnedAt: Date | null,
): Promise<void> => {
  await tx.updateTable('messages').set({ pinned_at: pinnedAt }).where('id', '=', id).execute();
};

export const setReaction = async (
  db: Database,
  id: MessageId,
  profileId: ProfileId,
  emoji: string | null,
  now: Date,
): Promise<void> => {
  if (emoji === null) {
    await db
      .deleteFrom('message_reactions')
      .where('message_id', '=', id)
      .where('profile_id', '=', profileId)
      .execute();
    return;
  }
  await db
    .insertInto('message_reactions')
    .values({ message_id: id, profile_id: profileId, emoji, created_at: now })
    .onConflict((conflict) => conflict.columns(['message_id', 'profile_id']).doUpdateSet({ emoji }))
    .execute();
};
