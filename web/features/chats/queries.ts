// Conversations: queries, and what changes them.
import type { Routes } from '@camarim/contract';
import { CONTACTS_PAGE, MESSAGES_PAGE } from '@camarim/contract/limits';
import type { ReplyOf } from '@camarim/contract/route';
import { HOUR_MS } from '@camarim/contract/time';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { call, type Data } from '../../client/api/api.ts';
import { nextOffset } from '../../client/next-offset.ts';
import { chatKeys } from './keys.ts';
import { mergeMessages, type Message, type Messages, NO_MESSAGES } from './messages.ts';
import { refreshLists, refreshMessage } from './refresh.ts';

export type Chat = Data<'GET /chats'>[number];
export type ConversationView = Data<'GET /chats/{slug}'>;

/** Background refresh: its errors are not shown over the page. */
const SILENT = [0, 400, 403, 404, 429, 500, 503];
/** The pane shows these itself. */
const HANDLED = [0, 404, 500, 503];

/** Which conversations the list shows. */
export type ShownChats = 'all' | 'unread' | 'requests';

export const chatsQuery = ({ name, shown }: { name: string; shown: ShownChats }) =>
  infiniteQueryOptions({
    queryKey: [...chatKeys.lists, name, shown],
    queryFn: ({ pageParam, signal }) =>
      call('GET /chats', {
        query: {
          ...(pageParam !== null && { before: pageParam }),
          ...(name && { name }),
          ...(shown === 'unread' && { unread: 'true' }),
          ...(shown === 'requests' && { requests: 'true' }),
        },
        handled: HANDLED,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }: ReplyOf<Routes['GET /chats']>) => cursor ?? null,
  });

export type Origin = 'all' | 'following' | 'followers' | 'members';

export const contactsQuery = ({ name, origin }: { name: string; origin: Origin }) =>
  infiniteQueryOptions({
    queryKey: [...chatKeys.contacts, name, origin],
    queryFn: ({ pageParam, signal }) =>
      call('GET /chats/contacts', {
        query: { offset: pageParam, limit: CONTACTS_PAGE, origin, ...(name && { name }) },
        handled: HANDLED,
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset(CONTACTS_PAGE),
  });

export const conversationQuery = (slug: string) =>
  queryOptions({
    queryKey: chatKeys.conversation(slug),
    queryFn: async ({ signal }) =>
      (await call('GET /chats/{slug}', { params: { slug }, handled: HANDLED, signal })).data,
  });

/** How many messages may have been missed before only the newest page is kept. */
const MISSED_MAX = 10 * MESSAGES_PAGE;

type Ask = { before?: number; after?: number; limit?: number; startsFrom?: Message['id'] };

const askFor = async (slug: string, query: Ask, signal?: AbortSignal): Promise<Message[]> =>
  (await call('GET /chats/{slug}/messages', { params: { slug }, query, handled: HANDLED, signal }))
    .data;

/** What lies between the last message that is cached and the first of the newest page. */
const missedBetween = async (
  slug: string,
  { last, first }: { last: number; first: number },
  signal: AbortSignal,
): Promise<Message[]> => {
  const missed: Message[] = [];
  for (let after = last; after + 1 < first; after = missed.at(-1)?.seq ?? first) {
    const page = await askFor(slug, { after, limit: 100 }, signal);
    if (page.length === 0) break;
    missed.push(...page);
  }
  return missed;
};

/** How often a message is fetched whose media are being processed, and for how long at most. */
const PROCESSING_POLL_MS = 3_000;
const PROCESSING_MAX_MS = HOUR_MS;

export const isProcessing = ({ processing, createdAt }: Message): boolean =>
  processing && Date.now() - Date.parse(createdAt) < PROCESSING_MAX_MS;

/** The cached messages that have changed or will, each by its place. */
const changed = (slug: string, { messages, stale }: Messages, signal: AbortSignal) =>
  Promise.all(
    messages
      .filter((message) => stale.includes(message.id) || isProcessing(message))
      .map(({ seq }) => askFor(slug, { before: seq + 1, limit: 1 }, signal)),
  );

/**
 * The first time the newest page; then what was missed since, by the place of the last message that
 * is cached, with what has changed.
 */
const loadMessages = async (
  client: QueryClient,
  slug: string,
  signal: AbortSignal,
): Promise<Messages> => {
  const cached = client.getQueryData<Messages>(chatKeys.messages(slug));
  const last = cached?.messages.at(-1)?.seq;
  const page = cached?.newest === false ? [] : await askFor(slug, {}, signal);
  const first = page[0]?.seq;
  if (!cached || last === undefined) return { ...NO_MESSAGES, messages: page };
  if (first !== undefined && first - last > MISSED_MAX) return { ...NO_MESSAGES, messages: page };
  const missed = first === undefined ? [] : await missedBetween(slug, { last, first }, signal);
  const renewed = await changed(slug, cached, signal);
  // Older ones may have been loaded, and own ones sent, during the request.
  const now = client.getQueryData<Messages>(chatKeys.messages(slug)) ?? cached;
  return {
    ...now,
    messages: mergeMessages(now.messages, [...missed, ...page, ...renewed.flat()]),
    stale: now.stale.filter((id) => !cached.stale.includes(id)),
  };
};

export const messagesQuery = (slug: string) =>
  queryOptions({
    queryKey: chatKeys.messages(slug),
    queryFn: ({ client, signal }) => loadMessages(client, slug, signal),
    // No event says that media are ready: they are at most some seconds late.
    refetchInterval: ({ state }) =>
      state.data?.messages.some(isProcessing) ? PROCESSING_POLL_MS : false,
    // Coming back to a conversation shows at once what it had and asks for what was missed.
    staleTime: 0,
  });

const change = (client: QueryClient, slug: string, with_: (cached: Messages) => Messages): void =>
  void client.setQueryData<Messages>(chatKeys.messages(slug), (cached) =>
    with_(cached ?? NO_MESSAGES),
  );

/** Adds messages that belong to what is cached. */
const addMessages = (client: QueryClient, slug: string, found: readonly Message[]): void =>
  change(client, slug, (cached) => ({
    ...cached,
    messages: mergeMessages(cached.messages, found),
  }));

/**
 * Adds an own message that was sent. Where older ones are shown the newest page takes their place,
 * so that nothing between them is missed.
 */
export const addSent = async (
  client: QueryClient,
  slug: string,
  message: Message,
): Promise<void> => {
  if (client.getQueryData<Messages>(chatKeys.messages(slug))?.newest !== false)
    return addMessages(client, slug, [message]);
  // Without an answer the older ones stay, and lead to the newest.
  const page = await askFor(slug, {}).catch(() => null);
  if (page)
    change(client, slug, () => ({ ...NO_MESSAGES, messages: mergeMessages(page, [message]) }));
};

/** The page before the oldest message that is cached. */
export const useLoadOlder = (slug: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (before: number) => askFor(slug, { before }),
    onSuccess: (page) => addMessages(client, slug, page),
  });
};

/** The page after the newest message that is cached, when that is not the newest of all. */
export const useLoadNewer = (slug: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (after: number) => askFor(slug, { after }),
    onSuccess: (page) =>
      change(client, slug, (cached) => ({
        ...cached,
        messages: mergeMessages(cached.messages, page),
        newest: page.length < MESSAGES_PAGE,
      })),
  });
};

/** Shows the messages around one, in the place of those that are cached; null: the newest page. */
export const useJump = (slug: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: Message['id'] | null) => askFor(slug, id === null ? {} : { startsFrom: id }),
    onSuccess: (page, id) =>
      change(client, slug, () => ({ messages: page, newest: id === null, stale: [] })),
  });
};

export const useMarkRead = (slug: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, seq }: { id: Chat['id']; seq: number }) =>
      call('POST /chats/{id}/read', { params: { id }, body: { seq }, handled: SILENT }),
    onSuccess: (_, { seq }) => {
      client.setQueryData<ConversationView>(
        chatKeys.conversation(slug),
        (conversation) =>
          conversation && { ...conversation, readSeq: Math.max(seq, conversation.readSeq) },
      );
      refreshLists(client);
    },
  });
};

export const useMute = (slug: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, muted }: { id: Chat['id']; muted: boolean }) =>
      call('PUT /chats/{id}', { params: { id }, body: { muted } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: chatKeys.conversation(slug), exact: true });
      await client.invalidateQueries({ queryKey: chatKeys.lists });
    },
  });
};

/** A change of one message, which is then fetched again. */
export const useChangeMessage = <Input extends { id: Message['id'] }>(
  send: (input: Input) => Promise<unknown>,
) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSettled: (_, __, { id }) => refreshMessage(client, id),
  });
};

/** Messages of a conversation with these words, newest first. */
export const searchQuery = (slug: string, text: string) =>
  infiniteQueryOptions({
    queryKey: [...chatKeys.conversation(slug), 'search', text],
    queryFn: ({ pageParam, signal }) =>
      call('GET /chats/{slug}/search', {
        params: { slug },
        query: { text, ...(pageParam !== null && { before: Number(pageParam) }) },
        handled: HANDLED,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }: ReplyOf<Routes['GET /chats/{slug}/search']>) => cursor ?? null,
  });
