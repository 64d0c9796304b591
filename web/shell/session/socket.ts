// The realtime connection of a signed-in person: small facts go into the query cache, the rest is
// asked for again.
import type { QueryClient } from '@tanstack/react-query';
import type { RealtimeEvents } from '@camarim/contract/events';
import { io, type Socket } from 'socket.io-client';
import { getLocale } from '../../paraglide/runtime.js';
import { showToast } from '../../ui/overlays/toasts.ts';
import { showProgress } from '../../features/posts/post-progress.ts';
import { refreshSession } from '../api/browser-transport.ts';
import { endSession } from './session.ts';
import { playSound } from './audible.ts';
import { sendTopics } from './joined-topics.ts';
import { loadOptionalPart } from '../errors/load-part.ts';

/** Source: specification section 7: after a second, for ever. */
const RECONNECT_MS = 1_000;

type Arrived<Event extends keyof RealtimeEvents> = {
  success: true;
  data: RealtimeEvents[Event];
  message?: string;
};
type Handlers = { [Event in keyof RealtimeEvents]: (arrived: Arrived<Event>) => void };

/** First part of a query's key: the noun of its feature (queries.ts files keep to it). */
const renew = (client: QueryClient, ...queryKey: string[]) =>
  void client.invalidateQueries({ queryKey });

const handlersFor = (client: QueryClient): Handlers => ({
  wallets: ({ data }) => {
    renew(client, 'funds', 'statement');
    if (data.walletType === 'earnings') {
      for (const part of ['earnings', 'earned', 'cashOuts']) renew(client, 'funds', part);
      return playSound('cashier');
    }
    const known = client.setQueryData<{ debt: number }>(
      ['funds', 'wallet'],
      (wallet) => wallet && { ...wallet, balance: data.balance, lockedBalance: data.lockedBalance },
    );
    renew(client, 'funds', 'spendLimits');
    // What was owed may have been paid by what came in; the event says nothing about it.
    if (known?.debt) renew(client, 'funds', 'wallet');
  },
  transactions: ({ data }) => {
    for (const part of [['charge', data.id], ['charges'], ['cashOuts']])
      renew(client, 'funds', ...part);
  },
  notifications: ({ data, message }) => {
    if (message) showToast(message);
    if (data.field === 'posts') return showProgress(client, data);
    renew(client, data.field);
    if (data.field === 'chats') playSound('message');
  },
  subscriptions: () => {
    for (const noun of ['subscriptions', 'profiles', 'posts']) renew(client, noun);
  },
  goals: ({ data: { profileId, goalId, balance, value } }) =>
    client.setQueryData(
      ['goals', profileId],
      (goals: { id: string; reachedAt: string | null }[] | undefined) =>
        goals?.map((goal) =>
          goal.id === goalId
            ? {
                ...goal,
                balance,
                value,
                reachedAt: goal.reachedAt ?? (balance >= value ? new Date().toISOString() : null),
              }
            : goal,
        ),
    ),
  // Its code came with the comments that are open.
  comments: ({ data }) =>
    void loadOptionalPart(() => import('../../features/comments/arrivals.ts')).then((part) =>
      part?.showArrivals(client, data),
    ),
  chats: () => renew(client, 'chats'),
  messages: ({ data }) => renew(client, 'chats', data.chatId),
});

/** Connects; the answer disconnects. */
export const connectSocket = (client: QueryClient): (() => void) => {
  const socket: Socket = io({
    path: '/realtime/connect',
    transports: ['websocket'],
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: RECONNECT_MS,
    randomizationFactor: 0,
  });
  const handlers = handlersFor(client);
  for (const event of Object.keys(handlers) as (keyof Handlers)[])
    socket.on(event, handlers[event] as (arrived: unknown) => void);

  let wasConnected = false;
  socket.on('connect', () => {
    socket.emit('locale', getLocale());
    sendTopics({
      watch: (profileId) => socket.emit('watch', profileId),
      follow: (postIds) => socket.emit('follow', postIds),
    });
    // What happened while nobody listened.
    if (wasConnected) void client.invalidateQueries();
    wasConnected = true;
  });
  // Refused by the server (an expired token), not unreachable: only then does the client not try
  // again by itself.
  socket.on('connect_error', () => {
    if (socket.active) return;
    setTimeout(() => {
      const again = () => void socket.connect();
      // A session that is over leaves nothing of its person on the screen.
      void refreshSession().then((renewed) => (renewed ? again() : endSession()), again);
    }, RECONNECT_MS);
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') socket.connect();
  });
  return () => socket.disconnect();
};
