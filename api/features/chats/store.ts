// SQL of conversations.
import type { ChatId } from '@camarim/contract/features/chats';
import type { ProfileId } from '@camarim/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../platform/database/database.ts';
import type { Position } from '../../platform/http/cursor.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isHidden, nameContains, requesterRow } from '../profiles/index.ts';

type Db = Kysely<DB>;

/** A conversation as one member has it. */
export type ChatRow = {
  id: ChatId;
  other_id: ProfileId;
  unread_messages: number;
  last_message: string | null;
  last_message_at: Date;
  updated_at: Date;
};

export type ChatFilter = {
  name: string | null;
  unread: boolean;
  before: Position<ChatId> | null;
  limit: number;
};

const NOTHING = sql``;

/**
 * The viewer's conversations, last message first, without those with hidden profiles. Unused filters
 * are left out of the statement, because an `OR ... IS NULL` would keep PostgreSQL from using the
 * indexes of order and of unread messages.
 */
export const listChatRows = async (
  db: Db,
  viewer: Viewer,
  { name, unread, before, limit }: ChatFilter,
): Promise<ChatRow[]> => {
  const { rows } = await sql<ChatRow>`
    SELECT m.chat_id AS id, m.other_id, m.unread_messages, m.last_message, m.last_message_at, m.updated_at
    FROM chat_members m CROSS JOIN ${requesterRow(viewer)} ${name === null ? NOTHING : sql`JOIN profiles p ON p.id = m.other_id AND ${nameContains(name)}`}
    WHERE m.profile_id = v.id AND NOT ${isHidden('m.other_id')}
      ${unread ? sql`AND m.unread_messages > 0` : NOTHING}
      ${before === null ? NOTHING : sql`AND (m.last_message_at, m.chat_id) < (${before.at}::timestamptz, ${before.id}::uuid)`}
    ORDER BY m.last_message_at DESC, m.chat_id DESC
    LIMIT ${limit}`.execute(db);
  return rows;
};

export const hasUnreadChats = async (db: Db, viewer: Viewer): Promise<boolean> => {
  const { rows } = await sql<{ unread: boolean }>`
    SELECT EXISTS (SELECT FROM chat_members m WHERE m.profile_id = v.id AND m.unread_messages > 0 AND NOT ${isHidden('m.other_id')}) AS unread
    FROM ${requesterRow(viewer)}`.execute(db);
  return rows[0]?.unread === true;
};

/** Both members lose the conversation. */
export const deleteChatsOf = async (db: Db, profileId: ProfileId): Promise<void> => {
  await db
    .deleteFrom('chats')
    .where('id', 'in', (eb) =>
      eb.selectFrom('chat_members').select('chat_id').where('profile_id', '=', profileId),
    )
    .execute();
};
