// Each realtime event invalidates the queries that show what changed, by the keys of these queries.
import { type QueryKey, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cashOutsQuery, termsQuery } from '../../features/funds/payouts/queries.ts';
import { earningsReportQuery } from '../../features/funds/earnings/queries.ts';
import { fundsKeys } from '../../features/funds/keys.ts';
import {
  chargeQuery,
  chargesQuery,
  earningsQuery,
  statementQuery,
  walletQuery,
} from '../../features/funds/queries.ts';
import { goalsQuery } from '../../features/goals/queries.ts';
import { notificationsQuery, unreadQuery } from '../../features/notifications/queries.ts';
import { postQuery, timelineQuery } from '../../features/posts/queries.ts';
import { profileQuery } from '../../features/profiles/queries.ts';
import { subscriptionsQuery } from '../../features/subscriptions/queries.ts';
import type { RealtimeHandlers } from '../../client/realtime/handlers.ts';
import { FEATURES_REALTIME } from './handlers.ts';

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null }));
afterEach(() => vi.unstubAllGlobals());

/** Every event of the contract, or this does not compile. */
const EVENTS: Record<keyof RealtimeHandlers, true> = {
  wallets: true,
  transactions: true,
  notifications: true,
  subscriptions: true,
  goals: true,
  comments: true,
  chats: true,
  messages: true,
  automations: true,
  broadcasts: true,
  lives: true,
  livesMedia: true,
  'call-for-chat': true,
  'accept-call-for-chat': true,
  'reverse-call': true,
  'live-money': true,
  liveMessages: true,
  liveRoom: true,
  roomEvents: true,
};

const QUERIES = {
  wallet: walletQuery().queryKey,
  statement: statementQuery('wallet', { kind: 'tip' }).queryKey,
  earningsStatement: statementQuery('earnings').queryKey,
  spendLimits: fundsKeys.spendLimits,
  earnings: earningsQuery().queryKey,
  earningsReport: earningsReportQuery({ from: '2026-01-01' }).queryKey,
  cashOuts: cashOutsQuery().queryKey,
  cashOutTerms: termsQuery().queryKey,
  charge: chargeQuery('a').queryKey,
  otherCharge: chargeQuery('b').queryKey,
  charges: chargesQuery().queryKey,
  subscriptions: subscriptionsQuery().queryKey,
  profile: profileQuery('bia').queryKey,
  post: postQuery('p').queryKey,
  timeline: timelineQuery(false).queryKey,
  goals: goalsQuery('profile').queryKey,
  notifications: notificationsQuery({ group: null, search: '' }).queryKey,
  unread: unreadQuery().queryKey,
} satisfies Record<string, QueryKey>;

type Name = keyof typeof QUERIES;

const setUp = () => {
  const client = new QueryClient();
  for (const key of Object.values(QUERIES))
    client.setQueryData<unknown>(key, { debt: 0, data: [] });
  const features = FEATURES_REALTIME.map((handlersOf) => handlersOf(client));
  const arrive = <Event extends keyof RealtimeHandlers>(
    event: Event,
    data: Parameters<RealtimeHandlers[Event]>[0]['data'],
  ): void => {
    for (const handlers of features) handlers[event]?.({ success: true, data } as never);
  };
  const invalidated = (): Name[] =>
    (Object.keys(QUERIES) as Name[]).filter(
      (name) => client.getQueryState(QUERIES[name])?.isInvalidated,
    );
  return { client, arrive, invalidated };
};

test('every realtime event has a handler', () => {
  const client = new QueryClient();
  const handled = FEATURES_REALTIME.flatMap((handlersOf) => Object.keys(handlersOf(client)));
  expect(Object.keys(EVENTS).filter((event) => !handled.includes(event))).toEqual([]);
});

test('a changed wallet invalidates every statement and the spending limits', () => {
  const { arrive, invalidated } = setUp();
  arrive('wallets', { walletType: 'wallet', balance: 5 as never, lockedBalance: 1 as never });
  expect(invalidated()).toEqual(['statement', 'earningsStatement', 'spendLimits']);
});

test('a changed wallet shows its new balance without a request, and reloads debts and orders if needed', () => {
  const before = { balance: 4, lockedBalance: 0, escrow: 0, debt: 0 };
  for (const [cached, asks] of [
    [before, false],
    [{ ...before, debt: 7 }, true],
    [{ ...before, escrow: 7 }, true],
    [{ ...before, balance: 9 }, true],
  ] as const) {
    const { client, arrive, invalidated } = setUp();
    client.setQueryData<unknown>(QUERIES.wallet, cached);
    arrive('wallets', { walletType: 'wallet', balance: 5 as never, lockedBalance: 1 as never });
    expect(client.getQueryData(QUERIES.wallet)).toEqual({
      ...cached,
      balance: 5,
      lockedBalance: 1,
    });
    expect(invalidated().includes('wallet')).toBe(asks);
  }
});

test('a message invalidates the wallet while money of it is locked in an order', () => {
  for (const escrow of [0, 7]) {
    const { client, arrive, invalidated } = setUp();
    client.setQueryData<unknown>(QUERIES.wallet, { escrow });
    arrive('messages', { chatId: 'c', id: 'm', seq: 1 });
    expect(invalidated().includes('wallet')).toBe(escrow > 0);
  }
});

test('changed earnings invalidate the balance, the report, payouts and every statement', () => {
  const { arrive, invalidated } = setUp();
  arrive('wallets', { walletType: 'earnings' });
  expect(invalidated()).toEqual([
    'statement',
    'earningsStatement',
    'earnings',
    'earningsReport',
    'cashOuts',
    'cashOutTerms',
  ]);
});

test('a changed payment invalidates itself, the list of payments and payouts', () => {
  const { arrive, invalidated } = setUp();
  arrive('transactions', { id: 'a', status: 'paid' });
  expect(invalidated()).toEqual(['cashOuts', 'cashOutTerms', 'charge', 'charges']);
});

test('a changed subscription invalidates subscriptions, profiles and posts', () => {
  const { arrive, invalidated } = setUp();
  arrive('subscriptions', { profileId: 'profile' });
  expect(invalidated()).toEqual(['subscriptions', 'profile', 'post', 'timeline']);
});

test('progress of a goal is written into the goals of its profile and marks a reached goal', () => {
  const { client, arrive, invalidated } = setUp();
  const goal = { id: 'g', balance: 0, value: 10, reachedAt: null };
  client.setQueryData<unknown>(QUERIES.goals, [goal, { ...goal, id: 'other' }]);
  arrive('goals', {
    profileId: 'profile',
    goalId: 'g',
    balance: 10 as never,
    value: 10 as never,
  });
  expect(client.getQueryData(QUERIES.goals)).toEqual([
    { ...goal, balance: 10, reachedAt: expect.any(String) },
    { ...goal, id: 'other' },
  ]);
  expect(invalidated()).toEqual([]);
});

test('a new notification, and one that was read elsewhere, invalidate the list and the unread count', () => {
  const { arrive, invalidated } = setUp();
  arrive('notifications', { field: 'notifications', id: null });
  expect(invalidated()).toEqual(['notifications', 'unread']);
});

test('a new message invalidates the flags of what is unread', () => {
  const { arrive, invalidated } = setUp();
  arrive('notifications', { field: 'chats' });
  expect(invalidated()).toEqual(['unread']);
});

test('progress of the encoding of an own post is written into the cache without a request', () => {
  const { client, arrive, invalidated } = setUp();
  const media = { id: 'm', status: 'created', progress: null };
  client.setQueryData<unknown>(QUERIES.post, { data: { id: 'p', medias: [media] } });
  arrive('notifications', {
    field: 'posts',
    postId: 'p',
    status: 'processing',
    encoding: { mediaId: 'm', percent: 40 },
  });
  expect(client.getQueryData<unknown>(QUERIES.post)).toEqual({
    data: { id: 'p', medias: [{ ...media, status: 'processing', progress: 40 }] },
  });
  expect(invalidated()).toEqual([]);
});
