// SQL of the contents of messages with media that close or open: with a performer, or by their ids.
import type { ChatId } from '@camarim/contract/features/chats';
import type { MessageContentId, MessageId } from '@camarim/contract/features/chats/messages';
import type { MediaId, PerformerId, ProfileId } from '@camarim/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { mediaOfPerformer } from '../../verifications/index.ts';

export type TouchedContent = { id: MessageContentId; author_id: ProfileId };

const contentsWith = async (
  tx: Database,
  media: RawBuilder<unknown>,
): Promise<TouchedContent[]> => {
  const { rows } = await sql<TouchedContent>`
    SELECT DISTINCT c.id, c.author_id FROM message_content_media x
      JOIN message_contents c ON c.id = x.content_id
    WHERE x.media_id IN (${media})`.execute(tx);
  return rows;
};

export const contentsWithPerformer = (
  tx: Database,
  performerId: PerformerId,
): Promise<TouchedContent[]> => contentsWith(tx, mediaOfPerformer(performerId));

export const contentsWithMedia = (
  tx: Database,
  ids: readonly MediaId[],
): Promise<TouchedContent[]> => contentsWith(tx, sql`SELECT unnest(${ids}::uuid[])`);

/** Purchases of them wait until the transaction ends. */
export const lockContents = async (
  tx: Database,
  ids: readonly MessageContentId[],
): Promise<void> => {
  await sql`SELECT FROM message_contents WHERE id = ANY(${ids}::uuid[]) ORDER BY id
    FOR NO KEY UPDATE`.execute(tx);
};

export type TouchedMessage = {
  id: MessageId;
  chat_id: ChatId;
  sender_id: ProfileId;
  receiver_id: ProfileId;
};

/**
 * Messages with these ids or contents that are not part of mass messages, to receivers who are
 * online.
 */
export const onlineReceiversOf = async (
  db: Database,
  ids: readonly (MessageId | MessageContentId)[],
  since: Date,
): Promise<TouchedMessage[]> => {
  const { rows } = await sql<TouchedMessage>`
    SELECT m.id, m.chat_id, m.sender_id, m.receiver_id FROM messages m
      JOIN profiles p ON p.id = m.receiver_id
    WHERE (m.content_id = ANY(${ids}::uuid[]) OR m.id = ANY(${ids}::uuid[]))
      AND m.broadcast_id IS NULL AND m.unsent_at IS NULL
      AND p.last_seen_at >= ${since}::timestamptz`.execute(db);
  return rows;
};
