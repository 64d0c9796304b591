// SQL of what is erased of conversations when an account is removed.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { keepHeldCopies } from '../access/index.ts';
import type { RevokedPurchase } from './contents-store.ts';

/** SQL that is true for a message `m` of the profile whose receiver bought its content. */
const isBoughtOf = (profileId: ProfileId) => sql`m.sender_id = ${profileId}::uuid
  AND m.unsent_at IS NULL AND EXISTS (SELECT FROM message_purchases b
    WHERE b.content_id = m.content_id AND b.buyer_id = m.receiver_id)`;

/**
 * Conversations of the profile end for both. What is left of one, for the other member, is the
 * messages that they bought; copies stay of what a member under a legal hold wrote.
 */
export const deleteChatsOf = async (tx: Database, profileId: ProfileId): Promise<void> => {
  const ended = sql`m.chat_id IN (SELECT c.chat_id FROM chat_members c
      WHERE c.profile_id = ${profileId}::uuid) AND NOT (${isBoughtOf(profileId)})`;
  await keepHeldCopies(tx, 'message', sql`t.id IN (SELECT m.id FROM messages m WHERE ${ended})`);
  // In two statements: a message has to go before its conversation is looked at.
  await sql`DELETE FROM messages m WHERE ${ended}`.execute(tx);
  await sql`DELETE FROM chats c WHERE c.id IN (SELECT x.chat_id FROM chat_members x
      WHERE x.profile_id = ${profileId}::uuid)
    AND NOT EXISTS (SELECT FROM messages m WHERE m.chat_id = c.id)`.execute(tx);
  await sql`UPDATE messages m SET writer_name = NULL
    WHERE m.sender_id = ${profileId}::uuid AND m.writer_name IS NOT NULL`.execute(tx);
  await sql`DELETE FROM message_reactions WHERE profile_id = ${profileId}::uuid`.execute(tx);
  await sql`UPDATE chat_members SET unread_messages = 0
    WHERE other_id = ${profileId}::uuid AND unread_messages > 0`.execute(tx);
};

/**
 * The purchases of the profile, texts of its contents without a buyer, and texts of authors who
 * removed the account before, of which it was the last buyer.
 */
export const deleteContentsOf = async (tx: Database, profileId: ProfileId): Promise<void> => {
  await sql`UPDATE message_contents c SET text = '', text_locked = false
    WHERE c.author_id = ${profileId}::uuid
      AND NOT EXISTS (SELECT FROM message_purchases b WHERE b.content_id = c.id)`.execute(tx);
  await sql`UPDATE message_contents c SET text = '', text_locked = false
    FROM message_purchases s, profiles o, users u
    WHERE s.buyer_id = ${profileId}::uuid AND c.id = s.content_id AND o.id = c.author_id
      AND u.id = o.user_id AND u.removed_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM message_purchases b WHERE b.content_id = c.id
        AND b.buyer_id <> s.buyer_id)`.execute(tx);
  await tx.deleteFrom('message_purchases').where('buyer_id', '=', profileId).execute();
};

/**
 * Deletes the messages that authors who removed the account left to these buyers, whose purchases
 * were reversed, and the texts that no one else bought.
 */
export const deleteKeptMessages = async (
  tx: Database,
  revoked: readonly RevokedPurchase[],
): Promise<void> => {
  const contentIds = revoked.map(({ contentId }) => contentId);
  const removedAuthor = (profileId: string) =>
    sql.raw(`EXISTS (SELECT FROM profiles o JOIN users u ON u.id = o.user_id
      WHERE o.id = ${profileId} AND u.removed_at IS NOT NULL)`);
  const { rows } = await sql<{ id: string; chat_id: string }>`
    SELECT m.id, m.chat_id FROM unnest(${contentIds}::uuid[],
        ${revoked.map(({ buyerId }) => buyerId)}::uuid[]) r (content_id, buyer_id)
      JOIN messages m ON m.content_id = r.content_id AND m.receiver_id = r.buyer_id
    WHERE ${removedAuthor('m.sender_id')}`.execute(tx);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await keepHeldCopies(tx, 'message', sql`t.id = ANY(${ids}::uuid[])`);
  await sql`DELETE FROM messages WHERE id = ANY(${ids}::uuid[])`.execute(tx);
  await sql`DELETE FROM chats c WHERE c.id = ANY(${rows.map((row) => row.chat_id)}::uuid[])
    AND NOT EXISTS (SELECT FROM messages m WHERE m.chat_id = c.id)`.execute(tx);
  await sql`UPDATE message_contents c SET text = '', text_locked = false
    WHERE c.id = ANY(${contentIds}::uuid[]) AND ${removedAuthor('c.author_id')}
      AND NOT EXISTS (SELECT FROM message_purchases b WHERE b.content_id = c.id)`.execute(tx);
};
