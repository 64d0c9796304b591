// Conversations for tests.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import type { ApiClient, ApiResponse } from '../api-client.ts';
import { newId } from '../platform/ids/new-id.ts';
import type { TestApp } from './app.ts';

/**
 * Inserts a conversation of the two with one message of the second; `unread` is the first one's.
 */
export const insertChat = async (
  { ctx: { pool, clock } }: TestApp,
  [first, second]: readonly [ApiClient, ApiClient],
  {
    id = newId(),
    messageId = newId(),
    lastMessage = 'Oi!',
    unread = 0,
  }: { id?: string; messageId?: string; lastMessage?: string | null; unread?: number } = {},
): Promise<string> => {
  const now = clock.now();
  await pool.query('INSERT INTO chats (id, created_at, last_seq) VALUES ($1, $2, 1)', [id, now]);
  await pool.query(
    `INSERT INTO chat_members (chat_id, profile_id, other_id, unread_messages, last_message_at,
      updated_at, has_written)
     VALUES ($1, $2, $3, $4, $5, $5, false), ($1, $3, $2, 0, $5, $5, true)`,
    [id, first.profileId, second.profileId, unread, now],
  );
  await pool.query(
    `INSERT INTO messages (id, chat_id, seq, sender_id, receiver_id, text, writer, created_at,
      unsent_at)
     VALUES ($1, $2, 1, $3, $4, $5, 'person', $6, $7)`,
    [
      messageId,
      id,
      second.profileId,
      first.profileId,
      lastMessage ?? '',
      now,
      lastMessage === null ? now : null,
    ],
  );
  return id;
};

type Draft = Partial<BodyInput<Routes['POST /chats/messages']>>;

/** Sends a message as the person does, with a key of its own unless one is given. */
export const send = (
  person: ApiClient,
  receiver: Pick<ApiClient, 'profileId'>,
  draft: Draft | string,
  key: string = newId(),
): Promise<ApiResponse<'POST /chats/messages'>> =>
  person.ask('POST /chats/messages', {
    body: {
      receiverId: receiver.profileId,
      ...(typeof draft === 'string' ? { message: draft } : draft),
    },
    idempotencyKey: key,
  });

/** The messages of the conversation with this profile, oldest first. */
export const read = async (
  person: ApiClient,
  slug: string,
  query: { after?: number; before?: number; limit?: number; startsFrom?: string } = {},
) => {
  const { reply } = await person.ask('GET /chats/{slug}/messages', {
    params: { slug },
    query: query,
  });
  return reply.data ?? [];
};

/** Follows, so that the two may write to each other. */
export const follow = (person: ApiClient, producer: ApiClient) =>
  person.ask('POST /profiles/{id}/follow', { params: { id: producer.profileId } });
