// Events leave exactly with their transaction, in order, and survive a kill between any two steps.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { topicKey } from '@camarim/contract/events';
import { centavos } from '@camarim/contract/money';
import type { ProfileId } from '@camarim/contract/ids';
import { HOUR_MS } from '@camarim/contract/time';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { inProcessBus } from '../bus/in-process.ts';
import type { Bus, RealtimeMessage } from '../bus/port.ts';
import { transaction } from '../database/transaction.ts';
import { createOutbox } from './outbox.ts';

const ANA = '01900000-0000-7000-8000-00000000000a' as ProfileId;
const BIA = '01900000-0000-7000-8000-00000000000b' as ProfileId;
const quiet = { info() {}, warn() {}, error() {} };

let database: TestDatabase;
const relays: { stop(): Promise<void> }[] = [];

beforeEach(async () => {
  database = await testDatabase({ max: 10 });
});
afterEach(async () => {
  for (const relay of relays.splice(0)) await relay.stop();
});

const balance = (amount: number, ...audience: ProfileId[]): RealtimeMessage => ({
  event: 'wallets',
  topics: audience.map((id) => topicKey('member', id)),
  payload: { walletType: 'wallet', balance: centavos(amount), lockedBalance: centavos(0) },
});
const amountOf = (message: RealtimeMessage): number =>
  (message.payload as { balance: number }).balance;

const AN_HOUR_MS = HOUR_MS;

const setUp = (bus: Bus = inProcessBus(quiet), pollMs?: number) => {
  const outbox = createOutbox({ db: database.db, bus, log: quiet, ...(pollMs && { pollMs }) });
  relays.push(outbox.relay);
  const received: RealtimeMessage[] = [];
  bus.subscribe('realtime', (message) => received.push(message));
  const write = (...events: RealtimeMessage[]): Promise<void> =>
    database.db.transaction().execute((tx) => outbox.publish(tx, ...events));
  const waiting = async (): Promise<number> =>
    (await database.db.selectFrom('outbox').select('id').execute()).length;
  return { outbox, received, write, waiting };
};

test('a committed event is published whole at the nudge, and deleted', async () => {
  const { outbox, received, write, waiting } = setUp(undefined, AN_HOUR_MS);
  outbox.relay.start();
  await sleep(50);
  const event: RealtimeMessage = {
    event: 'notifications',
    topics: [topicKey('member', ANA), topicKey('member', BIA)],
    payload: { field: 'chats' },
    message: { key: 'notification.follow', params: { name: 'Cris' } },
  };
  await write(event);
  outbox.nudge();
  await expect.poll(() => received).toEqual([event]);
  await expect.poll(() => waiting()).toBe(0);
});

test('the commit of a transaction publishes its events before the next poll', async () => {
  const { outbox, received } = setUp(undefined, AN_HOUR_MS);
  outbox.relay.start();
  await sleep(50);
  await transaction(database.db, (tx) => outbox.publish(tx, balance(1, ANA)));
  await expect.poll(() => received).toHaveLength(1);
});

test('a rolled back event is never published', async () => {
  const { outbox, received, waiting } = setUp();
  const failing = database.db.transaction().execute(async (tx) => {
    await outbox.publish(tx, balance(1, ANA));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  outbox.relay.start();
  await sleep(100);
  expect(received).toEqual([]);
  expect(await waiting()).toBe(0);
});

test('an event without a nudge is found by the poll', async () => {
  const { outbox, received, write } = setUp();
  outbox.relay.start();
  await sleep(50);
  await write(balance(1, ANA));
  await expect.poll(() => received).toHaveLength(1);
});

test('an event without a topic is not written', async () => {
  const { write, waiting } = setUp();
  await write(balance(1), balance(2, ANA));
  expect(await waiting()).toBe(1);
});

test('events written one after the other keep their order, over several batches', async () => {
  const { outbox, received, write } = setUp();
  const events = Array.from({ length: 650 }, (_, index) => balance(index, index % 2 ? ANA : BIA));
  for (let start = 0; start < events.length; start += 50)
    await write(...events.slice(start, start + 50));
  outbox.relay.start();
  await expect.poll(() => received).toHaveLength(650);
  expect(received.map(amountOf)).toEqual(events.map(amountOf));
});

test('two relays publish each event once and keep the order', async () => {
  const bus = inProcessBus(quiet);
  const first = setUp(bus);
  const second = setUp();
  const shared = createOutbox({ db: database.db, bus, log: quiet });
  relays.push(shared.relay);
  first.outbox.relay.start();
  shared.relay.start();
  for (let index = 0; index < 300; index++) {
    await second.write(balance(index, ANA));
    first.outbox.nudge();
    shared.nudge();
  }
  await expect.poll(() => first.received).toHaveLength(300);
  expect(first.received.map(amountOf)).toEqual(Array.from({ length: 300 }, (_, index) => index));
});

test('only the last of equal events in one batch is sent', async () => {
  const { outbox, received, write } = setUp();
  const again: RealtimeMessage = {
    event: 'wallets',
    topics: [topicKey('member', ANA)],
    payload: { walletType: 'earnings' },
  };
  await write(again, again, balance(7, ANA), again);
  outbox.relay.start();
  await expect.poll(() => received).toEqual([balance(7, ANA), again]);
});

test('events wait while the bus is down, and are published in order when it is back', async () => {
  const working = inProcessBus(quiet);
  let down = true;
  const bus: Bus = {
    ...working,
    publish: (channel, message) =>
      down ? Promise.reject(new Error('down')) : working.publish(channel, message),
  };
  const { outbox, received, write, waiting } = setUp(bus);
  outbox.relay.start();
  await write(balance(1, ANA), balance(2, ANA));
  outbox.nudge();
  await sleep(100);
  expect(await waiting()).toBe(2);
  down = false;
  outbox.nudge();
  await expect.poll(() => received.map(amountOf)).toEqual([1, 2]);
});

test('stopping the relay finishes its current batch', async () => {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const publish = () => (begun.resolve(), ended.promise);
  const { outbox, write, waiting } = setUp({ ...inProcessBus(quiet), publish });
  await write(balance(1, ANA));
  outbox.relay.start();
  await begun.promise;
  const stopped = outbox.relay.stop();
  ended.resolve();
  await stopped;
  expect(await waiting()).toBe(0);
});

test.each([
  ['before handing an event over', 'before', [0, 1, 0, 1, 2, 3, 4]],
  ['after handing an event over and before deleting it', 'after', [0, 1, 2, 0, 1, 2, 3, 4]],
])(
  'killed %s, the relay loses nothing and repeats from the batch it was in',
  async (_when, step, expected) => {
    const folder = await mkdtemp(join(tmpdir(), 'camarim-outbox-'));
    const file = join(folder, 'events');
    const relay = (at: string): Promise<unknown> =>
      promisify(execFile)(process.execPath, [
        join(import.meta.dirname, '../../testing/outbox-relay.ts'),
        database.url,
        file,
        at,
      ]);
    await setUp().write(...Array.from({ length: 5 }, (_, index) => balance(index, ANA)));
    await expect(relay(step)).rejects.toMatchObject({ signal: 'SIGKILL' });
    await relay('never');
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines.map((line) => amountOf(JSON.parse(line) as RealtimeMessage))).toEqual(expected);
    await rm(folder, { recursive: true });
  },
);

test('a row of the version before reaches the same sockets', async () => {
  const { outbox, received } = setUp();
  const stored = { payload: { postId: 'p', totalComments: 2 }, watchers: true, post: 'p' };
  await database.pool.query(
    "INSERT INTO outbox (event, audience, payload) VALUES ('comments', $1, $2)",
    [[ANA], JSON.stringify(stored)],
  );
  outbox.relay.start();
  await expect.poll(() => received).toHaveLength(1);
  expect(received[0]).toEqual({
    event: 'comments',
    topics: [`member:${ANA}`, `profile:${ANA}`, 'post:p'],
    payload: stored.payload,
  });
});
