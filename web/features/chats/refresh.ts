// Loads again what has changed of conversations. Without the queries: realtime events need it on
// every page.
import type { QueryClient } from '@tanstack/react-query';
import { notificationKeys } from '../notifications/index.ts';
import { chatKeys } from './keys.ts';
import { type Messages, withStale } from './messages.ts';

type CachedConversation = { chat: { id: string } | null };

const isMessages = (cached: unknown): cached is Messages =>
  typeof cached === 'object' && cached !== null && 'stale' in cached;

/**
 * The message is fetched again wherever it is shown: it was changed, bought, or its media expired.
 */
export const refreshMessage = async (client: QueryClient, messageId: string): Promise<void> => {
  const queries = client.getQueriesData<unknown>({ queryKey: chatKeys.conversations });
  await Promise.all(
    queries.map(async ([queryKey, cached]) => {
      if (!isMessages(cached)) return;
      const marked = withStale(cached, messageId);
      if (marked === cached) return;
      client.setQueryData(queryKey, marked);
      await client.invalidateQueries({ queryKey, exact: true });
    }),
  );
};

/** Slugs under which a conversation is cached, and of conversations that may just have begun. */
const slugsOf = (client: QueryClient, chatId: string): string[] =>
  client
    .getQueriesData<unknown>({ queryKey: chatKeys.conversations })
    .flatMap(([[, , slug, part], cached]) => {
      if (part !== undefined || typeof slug !== 'string') return [];
      const { chat } = (cached ?? { chat: null }) as CachedConversation;
      return chat === null || chat.id === chatId ? [slug] : [];
    });

/** The conversation and what it lacks of its messages. */
export const refreshConversation = (client: QueryClient, chatId: string): void => {
  for (const slug of slugsOf(client, chatId))
    void client.invalidateQueries({ queryKey: chatKeys.conversation(slug) });
};

/** The list, and the flag of what is unread. */
export const refreshLists = (client: QueryClient): void => {
  void client.invalidateQueries({ queryKey: chatKeys.lists });
  void client.invalidateQueries({ queryKey: notificationKeys.unread });
};
