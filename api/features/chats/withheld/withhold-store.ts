// SQL of the contents of messages in which a performer appears.
import type { ChatId } from '@camarim/contract/features/chats';
import type { MessageContentId, MessageId } from '@camarim/contract/features/chats/messages';
import type { PerformerId, ProfileId } from '@camarim/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/database/database.ts';
import { mediaOfPerformer } from '../../verifications/index.ts';

type Db = Kysely<DB>;

export const contentsWith = async (
  tx: Db,
  performerId: PerformerId,
): Promise<{ id: MessageContentId; author_id: ProfileId }[]> => {
  const { rows } = await sql<{ id: MessageContentId; author_id: ProfileId }>`
    SELECT DISTINCT c.id, c.author_id FROM message_content_media x JOIN message_contents c ON c.id = x.content_id
    WHERE x.media_id IN (${mediaOfPerformer(performerId)})`.execute(tx);
  return rows;
};

/** Purchases of them wait until the transaction ends. */
export const lockContents = async (tx: Db, ids: readonly MessageContentId[]): Promise<void> => {
  await sql`SELECT FROM message_contents WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    tx,
  );
};

export type TouchedMessage = {
  id: MessageId;
  chat_id: ChatId;
  sender_id: ProfileId;
  receiver_id: ProfileId;
};

/** Messages with the contents that are not part of mass messages, to receivers who are online. */
export const onlineReceiversOf = async (
  db: Db,
  ids: readonly MessageContentId[],
  since: Date,
): Promise<TouchedMessage[]> => {
  const { rows } = await sql<TouchedMessage>`
    SELECT m.id, m.chat_id, m.sender_id, m.receiver_id FROM messages m JOIN profiles p ON p.id = m.receiver_id
    WHERE m.content_id = ANY(${ids}::uuid[]) AND m.broadcast_id IS NULL AND m.unsent_at IS NULL AND p.last_seen_at >= ${since}::timestamptz`.execute(
    db,
  );
  return rows;
};
