// SQL of conversations and their members.
import type { ChatId } from '@camarim/contract/features/chats';
import type { OrderStatus } from '@camarim/contract/features/orders';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { preparedRead } from '../../platform/database/prepared-read.ts';
import type { Position } from '../../platform/http/cursor.ts';
import type { Requester, Viewer } from '../../platform/http/viewer.ts';
import { subscribedBy, subscribersTo, subscribesTo } from '../access/index.ts';
import {
  hiddenFrom,
  isHidden,
  isRemovedAccount,
  nameContains,
  nameContainsSql,
  type ProducerStage,
  requesterAt,
  requesterRow,
  requestersAt,
  requestersValues,
  requesterValues,
} from '../profiles/index.ts';
import { textOf, unsentAt } from './contents-store.ts';
import { isFanOf } from './fans-store.ts';
import type { ChatOptions } from './rules.ts';

/** A conversation as one member has it; `text` is of the last message, which may be unsent. */
export type ChatRow = {
  id: ChatId;
  other_id: ProfileId;
  unread_messages: number;
  read_seq: number;
  muted: boolean;
  text: string | null;
  text_locked: boolean;
  mine: boolean;
  with_media: boolean;
  order_step: OrderStatus | null;
  asks_to_show: boolean;
  /** The other one wrote first, is not related to the member, and has no answer. */
  request: boolean;
  /** Orders the list. */
  last_message_at: Date;
  /** When the last message was sent. */
  sent_at: Date;
  updated_at: Date;
};

export type ChatFilter = {
  name: string | null;
  unread: boolean;
  requests: boolean;
  now: Date;
  before: Position<ChatId> | null;
  limit: number;
  offset: number;
};

const NOTHING = sql``;
const NAME_CONTAINS = nameContainsSql('$5');

const LAST_UNSENT = sql.raw(unsentAt('l', 'c'));
/** The columns of `chat_members m`; the last message is `l`, with its content `c`. */
const CHAT_COLUMNS = sql`m.chat_id AS id, m.other_id, m.unread_messages,
  m.read_seq::int8 AS read_seq, m.muted_at IS NOT NULL AS muted,
  CASE WHEN ${LAST_UNSENT} IS NULL THEN ${sql.raw(textOf('l', 'c'))} END AS text,
  coalesce(c.text_locked, false) AND l.sender_id <> m.profile_id AND NOT EXISTS (
    SELECT FROM message_purchases b WHERE b.content_id = c.id
      AND b.buyer_id = m.profile_id) AS text_locked,
  coalesce(l.sender_id = m.profile_id, false) AS mine,
  ${LAST_UNSENT} IS NULL AND c.id IS NOT NULL AND EXISTS (SELECT FROM message_content_media x
    WHERE x.content_id = c.id) AS with_media, l.order_step,
  ${LAST_UNSENT} IS NULL AND l.show_type IS NOT NULL AS asks_to_show,
  m.last_message_at, coalesce(l.created_at, m.last_message_at) AS sent_at, m.updated_at`;
/** A first contact of the producer, the member `m`; `k.now` is the instant. */
const IS_REQUEST = sql.raw(`(NOT m.has_written
  AND EXISTS (SELECT FROM chat_members w WHERE w.chat_id = m.chat_id AND w.profile_id = m.other_id AND w.has_written)
  AND NOT ${isFanOf('m.profile_id', 'm.other_id')}
  AND NOT EXISTS (SELECT FROM follows g WHERE g.follower_id = m.profile_id AND g.followee_id = m.other_id)
  AND NOT ${subscribesTo('m.other_id', 'm.profile_id', 'k.now')})`);
/**
 * The other one, `o`, removed their account; what the member `m` bought of them is left. Without a
 * purchase the conversation is hidden from the removal on, before the job deletes it.
 */
const ENDED_WITH = `(${isRemovedAccount('o')} AND EXISTS (SELECT FROM messages x
  JOIN message_purchases b ON b.content_id = x.content_id AND b.buyer_id = x.receiver_id
  WHERE x.chat_id = m.chat_id AND x.sender_id = o.id AND x.unsent_at IS NULL))`;
const IS_ENDED = sql.raw(`EXISTS (SELECT FROM profiles o WHERE o.id = m.other_id
  AND ${ENDED_WITH})`);
const NEVER = sql`false`;
// By the index of places: the row of the conversation has the last place as well, but is read for
// nothing else.
const LAST_MESSAGE = sql`LEFT JOIN LATERAL (SELECT * FROM messages x WHERE x.chat_id = m.chat_id
  ORDER BY x.seq DESC LIMIT 1) l ON true
  LEFT JOIN message_contents c ON c.id = l.content_id`;

/**
 * The viewer's conversations, last message first, without those with hidden profiles. Unused
 * filters are left out of the statement, because an `OR ... IS NULL` would keep PostgreSQL from
 * using the indexes of order and of unread messages.
 */
export const listChatRows = async (
  db: Database,
  viewer: Viewer,
  { name, unread, requests, before, now, limit, offset }: ChatFilter,
): Promise<ChatRow[]> => {
  const request = viewer.producer ? IS_REQUEST : NEVER;
  const { rows } = await sql<ChatRow>`
    SELECT ${CHAT_COLUMNS}, ${request} AS request
    FROM chat_members m CROSS JOIN ${requesterRow(viewer)}
      CROSS JOIN (SELECT ${now}::timestamptz AS now) k ${LAST_MESSAGE}
      ${
        name === null
          ? NOTHING
          : sql`JOIN profiles p ON p.id = m.other_id
        AND ${nameContains(name)}`
      }
    WHERE m.profile_id = v.id AND (NOT ${isHidden('m.other_id')} OR ${IS_ENDED})
      ${unread ? sql`AND m.unread_messages > 0` : NOTHING}
      ${requests ? sql`AND ${request}` : NOTHING}
      ${
        before === null
          ? NOTHING
          : sql`AND (m.last_message_at,
        m.chat_id) < (${before.at}::timestamptz, ${before.id}::uuid)`
      }
    ORDER BY m.last_message_at DESC, m.chat_id DESC
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

/** One conversation of the member, who has looked up whether it is a first contact. */
export const findChatRow = async (
  db: Database,
  id: ChatId,
  profileId: ProfileId,
  request: boolean,
): Promise<ChatRow | null> => {
  const { rows } = await sql<ChatRow>`
    SELECT ${CHAT_COLUMNS}, ${request ? sql`true` : NEVER} AS request
      FROM chat_members m ${LAST_MESSAGE}
    WHERE m.chat_id = ${id}::uuid AND m.profile_id = ${profileId}::uuid`.execute(db);
  return rows[0] ?? null;
};

export const hasUnreadChats = async (db: Database, viewer: Viewer): Promise<boolean> => {
  const { rows } = await sql<{ unread: boolean }>`
    SELECT EXISTS (SELECT FROM chat_members m WHERE m.profile_id = v.id AND m.unread_messages > 0
      AND m.muted_at IS NULL AND NOT ${isHidden('m.other_id')}) AS unread
    FROM ${requesterRow(viewer)}`.execute(db);
  return rows[0]?.unread === true;
};

/** The two of a conversation, which may not have begun, as the one who reads or writes has them. */
export type PairRow = {
  profile_id: ProfileId;
  other_id: ProfileId;
  /** Null: it has not begun. */
  chat_id: ChatId | null;
  /** The other one is hidden from the reader. */
  hidden: boolean;
  /** The other one removed their account; the messages that the reader bought are left. */
  ended: boolean;
  other_stage: ProducerStage;
  other_fee_bps: number | null;
  other_seen_at: Date | null;
  other_is_fan: boolean;
  follows: boolean;
  subscribes: boolean;
  has_written: boolean;
  other_has_written: boolean;
  audience: ChatOptions['audience'] | null;
  only_tipped: boolean | null;
  members_free: boolean | null;
  free_list_id: string | null;
  /** The reader is in that list of the other one. */
  in_free_list: boolean;
  price_centavos: number | null;
  blocked_words: string[] | null;
  last_seq: number;
  read_seq: number;
  other_read_seq: number;
  muted: boolean;
};

// The reader is `v`, the other one `o`; $4 now.
const PAIR_COLUMNS = `v.id AS profile_id, o.id AS other_id, m.chat_id, ${hiddenFrom('o.id')} AS hidden, ${ENDED_WITH} AS ended, o.producer_stage AS other_stage, o.fee_bps AS other_fee_bps,
    o.last_seen_at AS other_seen_at,
    ${isFanOf('v.id', 'o.id')} AS other_is_fan,
    EXISTS (SELECT FROM follows f WHERE f.follower_id = v.id AND f.followee_id = o.id) AS follows,
    ${subscribesTo('o.id', 'v.id', '$4::timestamptz')} AS subscribes,
    coalesce(m.has_written, false) AS has_written, coalesce(n.has_written, false) AS other_has_written,
    s.audience, s.only_tipped, s.members_free, s.free_list_id, s.price_centavos, s.blocked_words,
    s.free_list_id IS NOT NULL AND EXISTS (SELECT FROM list_members x JOIN lists y ON y.id = x.list_id AND y.deleted_at IS NULL
      WHERE x.list_id = s.free_list_id AND x.profile_id = v.id) AS in_free_list,
    coalesce(t.last_seq, 0)::int8 AS last_seq, coalesce(m.read_seq, 0)::int8 AS read_seq, coalesce(n.read_seq, 0)::int8 AS other_read_seq,
    m.muted_at IS NOT NULL AS muted`;
const OF_PAIR = `AND o.id <> v.id
    LEFT JOIN chat_members m ON m.profile_id = v.id AND m.other_id = o.id
    LEFT JOIN chat_members n ON n.chat_id = m.chat_id AND n.profile_id = o.id
    LEFT JOIN chats t ON t.id = m.chat_id LEFT JOIN chat_options s ON s.profile_id = o.id`;

// $1 the reader, $2 and $3 their place, $4 now, $5 what finds the other one.
const pairRows = (other: string): string =>
  `SELECT ${PAIR_COLUMNS} FROM ${requesterAt(1, 2, 3)} JOIN profiles o ON ${other} ${OF_PAIR}`;

const selectPairs = preparedRead<PairRow & { n: number }>(`
  SELECT v.n, ${PAIR_COLUMNS} FROM ${requestersAt(1, 2, 3)}
    JOIN unnest($5::uuid[]) WITH ORDINALITY w (other_id, n) ON w.n = v.n
    JOIN profiles o ON o.id = w.other_id ${OF_PAIR}`);
const selectPairWith = preparedRead<PairRow>(pairRows('o.id = $5::uuid'));
const selectPairNamed = preparedRead<PairRow>(pairRows('o.domain_name = $5::citext'));
const selectPairIn = preparedRead<PairRow>(
  pairRows(
    'o.id = (SELECT x.other_id FROM chat_members x WHERE x.chat_id = $5::uuid AND x.profile_id = v.id)',
  ),
);

const FINDERS = { profile: selectPairWith, name: selectPairNamed, chat: selectPairIn };

/** Each reader with the profile that they are about to write to. */
export const findPairs = async (
  db: Database,
  pairs: readonly { requester: Requester; otherId: ProfileId }[],
  now: Date,
): Promise<(PairRow | null)[]> => {
  const rows = await selectPairs(
    db,
    ...requestersValues(pairs.map(({ requester }) => requester)),
    now,
    pairs.map(({ otherId }) => otherId),
  );
  const found: (PairRow | null)[] = pairs.map(() => null);
  for (const { n, ...row } of rows) found[n - 1] = row;
  return found;
};

/** The reader and the profile with this id or name, or the other member of this conversation. */
export const findPair = async (
  db: Database,
  requester: Requester,
  now: Date,
  by: keyof typeof FINDERS,
  value: string,
): Promise<PairRow | null> => {
  const [id, region, city] = requesterValues(requester);
  const [row] = await FINDERS[by](db, id, region, city, now, value);
  return row ?? null;
};

/**
 * The conversation of the two, which begins now if it has not. Two who begin it at once get the
 * same.
 */
export const ensureChat = async (
  tx: Database,
  [first, second]: readonly [ProfileId, ProfileId],
  now: Date,
): Promise<ChatId> => {
  const id = newId() as ChatId;
  await tx.insertInto('chats').values({ id, created_at: now }).execute();
  // In one order, so that two calls can't wait for each other.
  const members = [
    { profile_id: first, other_id: second },
    { profile_id: second, other_id: first },
  ].toSorted((a, b) => (a.profile_id < b.profile_id ? -1 : 1));
  const inserted = await tx
    .insertInto('chat_members')
    .values(
      members.map((member) => ({
        ...member,
        chat_id: id,
        unread_messages: 0,
        last_message_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['profile_id', 'other_id']).doNothing())
    .returning('chat_id')
    .execute();
  if (inserted.length === members.length) return id;
  await tx.deleteFrom('chats').where('id', '=', id).execute();
  const { chat_id: existing } = await tx
    .selectFrom('chat_members')
    .select('chat_id')
    .where('profile_id', '=', first)
    .where('other_id', '=', second)
    .executeTakeFirstOrThrow();
  return existing as ChatId;
};

/** The conversation of the two; null when it has not begun, or was erased. */
export const findChatOf = async (
  db: Database,
  [first, second]: readonly [ProfileId, ProfileId],
): Promise<ChatId | null> =>
  ((
    await db
      .selectFrom('chat_members')
      .select('chat_id')
      .where('profile_id', '=', first)
      .where('other_id', '=', second)
      .executeTakeFirst()
  )?.chat_id as ChatId | undefined) ?? null;

/** Marks as read up to the place, or everything; false when nothing changed. */
export const markRead = async (
  tx: Database,
  id: ChatId,
  profileId: ProfileId,
  seq: number | null,
  now: Date,
): Promise<boolean> => {
  // A statement of its own: one that waited for the lock would count what was there before it.
  await sql`SELECT FROM chats WHERE id = ${id}::uuid FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql`
    WITH t AS (SELECT last_seq, least(last_seq, coalesce(${seq}::bigint, last_seq)) AS seq
      FROM chats WHERE id = ${id}::uuid)
    UPDATE chat_members m SET read_seq = t.seq, updated_at = ${now},
      unread_messages = CASE WHEN t.seq = t.last_seq THEN 0 ELSE (SELECT count(*)::integer
        FROM messages x
        WHERE x.chat_id = m.chat_id AND x.seq > t.seq AND x.receiver_id = m.profile_id
          AND x.unsent_at IS NULL) END
    FROM t WHERE m.chat_id = ${id}::uuid AND m.profile_id = ${profileId}::uuid
      AND (m.read_seq < t.seq OR m.unread_messages > 0)
      AND m.read_seq <= t.seq
    RETURNING m.chat_id`.execute(tx);
  return rows.length > 0;
};

export const setMuted = async (
  db: Database,
  id: ChatId,
  profileId: ProfileId,
  mutedAt: Date | null,
): Promise<void> => {
  await db
    .updateTable('chat_members')
    .set({ muted_at: mutedAt })
    .where('chat_id', '=', id)
    .where('profile_id', '=', profileId)
    .execute();
};

export type ContactFilter = {
  name: string | null;
  origin: 'all' | 'following' | 'followers' | 'members';
  limit: number;
  offset: number;
  now: Date;
};

// `v` is the viewer, $4 the instant.
const CONTACTS: Record<Exclude<ContactFilter['origin'], 'all'>, string> = {
  following: `SELECT f.followee_id AS id FROM follows f JOIN profiles o ON o.id = f.followee_id
    AND o.producer_stage = 'approved' WHERE f.follower_id = v.id
    UNION ${subscribedBy('v.id', '$4::timestamptz')}`,
  followers: 'SELECT f.follower_id AS id FROM follows f WHERE f.followee_id = v.id',
  members: subscribersTo('v.id', '$4::timestamptz'),
};

const contactsOf = (origins: readonly (keyof typeof CONTACTS)[]): string => `
  SELECT p.id FROM ${requesterAt(1, 2, 3)}
    CROSS JOIN LATERAL (${origins.map((origin) => CONTACTS[origin]).join(' UNION ')}) c (id)
    JOIN profiles p ON p.id = c.id
  WHERE NOT ${hiddenFrom('p.id')} AND ($5::text IS NULL OR ${NAME_CONTAINS})
  ORDER BY p.display_name, p.id LIMIT $6 OFFSET $7`;
const SELECT_CONTACTS = {
  all: preparedRead<{ id: ProfileId }>(contactsOf(['following', 'followers', 'members'])),
  following: preparedRead<{ id: ProfileId }>(contactsOf(['following'])),
  followers: preparedRead<{ id: ProfileId }>(contactsOf(['followers'])),
  members: preparedRead<{ id: ProfileId }>(contactsOf(['members'])),
};

/** People to whom the viewer may write, by name. Fans of other people are no contacts of a fan. */
export const listContacts = async (
  db: Database,
  viewer: Viewer,
  { name, origin, limit, offset, now }: ContactFilter,
): Promise<ProfileId[]> => {
  if (!viewer.producer && (origin === 'followers' || origin === 'members')) return [];
  const select = SELECT_CONTACTS[viewer.producer ? origin : 'following'];
  const [id, region, city] = requesterValues(viewer);
  const rows = await select(db, id, region, city, now, name, limit, offset);
  return rows.map((row) => row.id);
};
