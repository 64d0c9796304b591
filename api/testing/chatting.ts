// Conversations for tests.
import { randomUUIDv7 } from 'node:crypto';
import type { ApiClient } from '../api-client.ts';
import type { TestApp } from './app.ts';

/** Inserts a conversation of the two; `unread` is the first one's. */
export const insertChat = async (
  { ctx: { pool, clock } }: TestApp,
  [first, second]: readonly [ApiClient, ApiClient],
  {
    id = randomUUIDv7(),
    lastMessage = 'Oi!',
    unread = 0,
  }: { id?: string; lastMessage?: string | null; unread?: number } = {},
): Promise<string> => {
  const now = clock.now();
  await pool.query('INSERT INTO chats (id, created_at) VALUES ($1, $2)', [id, now]);
  await pool.query(
    `INSERT INTO chat_members (chat_id, profile_id, other_id, unread_messages, last_message, last_message_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6), ($1, $3, $2, 0, $5, $6, $6)`,
    [id, first.profileId, second.profileId, unread, lastMessage, now],
  );
  return id;
};
