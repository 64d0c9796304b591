// Messages on their way: shown at once, sent one after the other, kept when they failed. Each has
// an Idempotency-Key, by which the sent message takes its place, and by which trying again sends it
// once.
import type { Routes } from '@camarim/contract';
import type { BodyInput } from '@camarim/contract/route';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call, newIdempotencyKey } from '../../../client/api/api.ts';
import { ApiError, NetworkError } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { chatKeys } from '../keys.ts';
import type { Message } from '../messages.ts';
import { addSent } from '../queries.ts';
import { refreshLists } from '../refresh.ts';

type Body = BodyInput<Routes['POST /chats/messages']>;

/** What the composer hands over. */
export type Draft = Omit<Body, 'receiverId' | 'chatId' | 'replyTo'> & {
  replyTo: Message | null;
};

export type OutgoingMessage = {
  key: string;
  slug: string;
  body: Body;
  replyTo: Message | null;
  state: 'sending' | 'failed';
  /** Why it failed, for a person. */
  problem: string | null;
  createdAt: string;
};

/**
 * `wallet`: the balance is too low, and the wallet is open; the message waits until it is paid
 * there; `price`: it costs another price now.
 */
export type Outcome = 'sent' | 'failed' | 'wallet' | 'price';

/** The message itself says these; a 402 opens the wallet (specification section 8). */
const HANDLED = [0, 400, 403, 404, 409, 413, 422, 429, 500, 502, 503];
const NONE: readonly OutgoingMessage[] = [];

const waiting = new Map<string, readonly OutgoingMessage[]>();
/** The last message of each conversation that is being sent: the next one follows it. */
const lanes = new Map<string, Promise<unknown>>();
const listeners = new Set<() => void>();

const change = (
  slug: string,
  with_: (messages: readonly OutgoingMessage[]) => readonly OutgoingMessage[],
): void => {
  waiting.set(slug, with_(waiting.get(slug) ?? NONE));
  for (const listener of listeners) listener();
};

const set = (slug: string, key: string, part: Partial<OutgoingMessage>): void =>
  change(slug, (messages) => messages.map((one) => (one.key === key ? { ...one, ...part } : one)));

/** Takes a message out of the outbox: it was sent, or is not to be. */
export const discard = (slug: string, key: string): void =>
  change(slug, (messages) => messages.filter((one) => one.key !== key));

/** A message that waited for money was sent by the wallet. */
export const discardPaid = (receiverId: Body['receiverId'], message: string): void => {
  for (const [slug, messages] of waiting)
    for (const { key, state, body } of messages)
      if (state === 'failed' && body.receiverId === receiverId && body.message === message)
        return discard(slug, key);
};

const attempt = async (
  client: QueryClient,
  { slug, key, body }: OutgoingMessage,
): Promise<Outcome> => {
  try {
    const { data } = await call('POST /chats/messages', {
      body,
      idempotencyKey: key,
      handled: HANDLED,
    });
    await addSent(client, slug, data);
    discard(slug, key);
    refreshLists(client);
    // A first message has begun the conversation; one that was paid changed the balance.
    if (data.seq === 1) void client.invalidateQueries({ queryKey: chatKeys.conversation(slug) });
    if (data.fee > 0) void client.invalidateQueries({ queryKey: ['funds'] });
    return 'sent';
  } catch (error) {
    if (error instanceof ApiError && error.status === 402) {
      set(slug, key, { state: 'failed', problem: error.message });
      return 'wallet';
    }
    if (error instanceof ApiError && error.code === 'chat.priceChanged') {
      discard(slug, key);
      await client.invalidateQueries({ queryKey: chatKeys.conversation(slug), exact: true });
      return 'price';
    }
    if (!(error instanceof ApiError || error instanceof NetworkError)) reportError(error);
    const problem = error instanceof ApiError ? error.message : m.network_failed();
    set(slug, key, { state: 'failed', problem });
    return 'failed';
  }
};

/**
 * Sends after what the conversation is sending already, so that messages arrive in the order of
 * writing.
 */
const inLane = (client: QueryClient, outgoing: OutgoingMessage): Promise<Outcome> => {
  const { slug } = outgoing;
  const sent = (lanes.get(slug) ?? Promise.resolve()).then(() => attempt(client, outgoing));
  lanes.set(slug, sent);
  return sent;
};

export const sendMessage = (
  client: QueryClient,
  to: { slug: string; receiverId: Body['receiverId']; chatId: Body['chatId'] },
  { replyTo, ...draft }: Draft,
): Promise<Outcome> => {
  const outgoing: OutgoingMessage = {
    key: newIdempotencyKey(),
    slug: to.slug,
    body: {
      ...draft,
      receiverId: to.receiverId,
      ...(to.chatId && { chatId: to.chatId }),
      ...(replyTo && { replyTo: replyTo.id }),
    },
    replyTo,
    state: 'sending',
    problem: null,
    createdAt: new Date().toISOString(),
  };
  change(to.slug, (messages) => [...messages, outgoing]);
  return inLane(client, outgoing);
};

/** Sends a failed message again, by its key. */
export const sendAgain = (client: QueryClient, { slug, key }: OutgoingMessage): void => {
  set(slug, key, { state: 'sending', problem: null });
  const outgoing = waiting.get(slug)?.find((one) => one.key === key);
  if (outgoing) void inLane(client, outgoing);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Messages of a conversation that are being sent or wait, in the order of writing. */
export const outgoingOf = (slug: string): readonly OutgoingMessage[] => waiting.get(slug) ?? NONE;

export const useOutbox = (slug: string): readonly OutgoingMessage[] =>
  useSyncExternalStore(
    subscribe,
    () => outgoingOf(slug),
    () => NONE,
  );

/** Without those that have arrived: the reply and the event may come in any order. */
export const stillOutgoing = (
  messages: readonly Message[],
  outgoing: readonly OutgoingMessage[],
): readonly OutgoingMessage[] => {
  const arrived = new Set(messages.flatMap(({ clientKey }) => clientKey ?? []));
  return outgoing.filter(({ key }) => !arrived.has(key));
};
