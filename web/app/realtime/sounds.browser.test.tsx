// Which sound each event plays: none while muted, and none of the cashier for money that leaves.
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setAudible } from '../../client/sounds/audible.ts';
import { clearCalls, closeCall } from '../../features/lives/calls/incoming.ts';
import { fundsKeys } from '../../features/funds/keys.ts';
import { FEATURES_REALTIME } from './handlers.ts';

/** The first tone of each sound. */
const FIRST_HZ = { cashier: 1_319, premiumDing: 784, privateDing: 659, message: 880 };

let heard: number[];
let client: QueryClient;
let total: number;

beforeEach(async () => {
  heard = [];
  total = 1_000;
  const start = OscillatorNode.prototype.start;
  vi.spyOn(OscillatorNode.prototype, 'start').mockImplementation(function (
    this: OscillatorNode,
    ...when
  ) {
    heard.push(Math.round(this.frequency.value));
    start.apply(this, when);
  });
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const observer = new QueryObserver(client, {
    queryKey: fundsKeys.earnings,
    queryFn: () => ({ available: total, pending: 0 }),
  });
  observer.subscribe(() => {});
  await observer.refetch();
  setAudible(true);
});
afterEach(() => {
  setAudible(false);
  client.clear();
  vi.restoreAllMocks();
});

type Handlers = ReturnType<(typeof FEATURES_REALTIME)[number]>;
const setUp = () => {
  const features = FEATURES_REALTIME.map((handlersOf) => handlersOf(client));
  return <Event extends keyof Handlers>(event: Event, data: unknown): void => {
    for (const handlers of features) handlers[event]?.({ success: true, data } as never);
  };
};
const message = (show?: string) => ({ chatId: 'c', id: 'm', seq: 1, ...(show && { show }) });
const tipped = (value: number | null) => ({
  id: 'l1',
  message: { id: `m${value}`, tip: value && { value, item: null, goalId: null, done: false } },
});
const plays = (hz: number) => expect.poll(() => heard).toContain(hz);

test('a call to a party plays the premium ding, one to a private show the private ding', async () => {
  // What rings lasts a second, in which a busy machine may not come back to the test.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const arrive = setUp();
  arrive('messages', message('2'));
  await plays(FIRST_HZ.premiumDing);
  expect(heard).not.toContain(FIRST_HZ.privateDing);
  heard = [];
  arrive('messages', message('3'));
  await plays(FIRST_HZ.privateDing);
  // The same call is also the first unread message: it rings once.
  arrive('notifications', { field: 'chats' });
  total += 100;
  arrive('wallets', { walletType: 'earnings' });
  await plays(FIRST_HZ.cashier);
  expect(heard).not.toContain(FIRST_HZ.message);
});

test('money that is earned plays the cashier, and money that leaves does not', async () => {
  const arrive = setUp();
  total = 500;
  arrive('wallets', { walletType: 'earnings' });
  await expect
    .poll(() => client.getQueryData(fundsKeys.earnings))
    .toMatchObject({ available: 500 });
  expect(heard).toEqual([]);
  total = 700;
  arrive('wallets', { walletType: 'earnings' });
  await plays(FIRST_HZ.cashier);
});

test('a call rings by its kind of show, and one that waited rings when it is shown', async () => {
  clearCalls();
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const arrive = setUp();
  const call = (id: string, type: '2' | '3') =>
    arrive('call-for-chat', { id, profileId: id, type, action: 'call', balance: 0 });
  call('c1', '2');
  await plays(FIRST_HZ.premiumDing);
  heard = [];
  call('c2', '3');
  arrive('liveMessages', tipped(1_000));
  // What came after the call is heard, so the call that waits did not ring.
  await plays(FIRST_HZ.cashier);
  expect(heard).not.toContain(FIRST_HZ.privateDing);
  closeCall();
  await plays(FIRST_HZ.privateDing);
  expect(heard).not.toContain(FIRST_HZ.premiumDing);
  clearCalls();
});

test('a tip in a room plays the cashier, and a message without one nothing', async () => {
  const arrive = setUp();
  arrive('liveMessages', tipped(null));
  arrive('messages', message('2'));
  await plays(FIRST_HZ.premiumDing);
  expect(heard).not.toContain(FIRST_HZ.cashier);
  arrive('liveMessages', tipped(1_000));
  await plays(FIRST_HZ.cashier);
});

test('nothing is heard while muted', async () => {
  const arrive = setUp();
  setAudible(false);
  total = 2_000;
  arrive('wallets', { walletType: 'earnings' });
  arrive('messages', message('3'));
  arrive('notifications', { field: 'chats' });
  await expect
    .poll(() => client.getQueryData(fundsKeys.earnings))
    .toMatchObject({
      available: 2_000,
    });
  setAudible(true);
  total = 3_000;
  arrive('wallets', { walletType: 'earnings' });
  await plays(FIRST_HZ.cashier);
  expect(new Set(heard.filter((hz) => Object.values(FIRST_HZ).includes(hz)))).toEqual(
    new Set([FIRST_HZ.cashier]),
  );
});
