// A lock name is held by one piece of work in the whole installation, on a separate connection, and
// ends with its process.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { connectDatabase } from './database.ts';
import {
  createAdvisoryLocks,
  LockNotAcquired,
  type AdvisoryLocks,
  WorkCancelled,
} from './advisory-locks.ts';

let database: TestDatabase;
/** The locks of two processes. */
let one: AdvisoryLocks;
let other: AdvisoryLocks;

beforeAll(async () => {
  // A pool of one connection: work that holds a lock still has it for itself.
  database = await testDatabase({ empty: true, max: 1 });
  [one, other] = [
    createAdvisoryLocks(database.pool, 60_000),
    createAdvisoryLocks(database.pool, 200),
  ];
  return async () => {
    await Promise.all([one.close(), other.close()]);
  };
});

/** Ends the connections of all locks. */
const cutLocks = () =>
  database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'camarim locks'",
  );

/** Holds a name until `letGo` is called. */
const holding = async (locks: AdvisoryLocks, name: string) => {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const done = locks.withLock(name, () => {
    begin();
    return promise;
  });
  await begun;
  return { letGo, done };
};

test('work under one lock name runs one after the other, and work under other names runs in parallel', async () => {
  let running = 0;
  let most = 0;
  const work = (wait: () => Promise<unknown>) => async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await wait();
    running -= 1;
  };
  await Promise.all(
    Array.from({ length: 5 }, () =>
      one.withLock(
        'same',
        work(() => sleep(20)),
      ),
    ),
  );
  expect(most).toBe(1);
  const together = work(() => expect.poll(() => most).toBe(3));
  await Promise.all(['a', 'b', 'c'].map((name) => one.withLock(name, together)));
});

test('another process waits for a lock, gives up after its timeout, and gets the lock when it is free', async () => {
  const first = await holding(one, 'shared');
  await expect(other.withLock('shared', async () => 'in')).rejects.toThrow(LockNotAcquired);
  first.letGo();
  await first.done;
  expect(await other.withLock('shared', async () => 'in')).toBe('in');
});

test('holding many locks takes no connection from the pool', async () => {
  const held = await Promise.all(
    Array.from({ length: 8 }, (_, index) => holding(one, `many ${index}`)),
  );
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  for (const { letGo } of held) letGo();
  await Promise.all(held.map(({ done }) => done));
});

test('work that fails releases its lock', async () => {
  await expect(
    one.withLock('failing', () => Promise.reject(new Error('of the work'))),
  ).rejects.toThrow('of the work');
  expect(await other.withLock('failing', async () => 'in')).toBe('in');
});

test('a broken connection releases its locks, and the next lock opens a new connection', async () => {
  const first = await holding(one, 'cut');
  await cutLocks();
  await expect.poll(() => other.withLock('cut', async () => 'in').catch(String)).toBe('in');
  first.letGo();
  await first.done;
  expect(await one.withLock('cut', async () => 'again')).toBe('again');
});

test('a waiting caller of the same process starts at once on its turn, and leaves the queue on timeout', async () => {
  const first = await holding(other, 'queue');
  const [tired, patient] = [
    other.withLock('queue', async () => 'in'),
    other.withLock('queue', async () => 'in', { waitMs: 60_000 }),
  ];
  await expect(tired).rejects.toThrow(LockNotAcquired);
  first.letGo();
  await first.done;
  expect(await patient).toBe('in');
  expect(await other.withLock('queue', async () => 'free again')).toBe('free again');
});

test('isHeld sees locks of the same and of another process', async () => {
  const first = await holding(one, 'seen');
  expect([await one.isHeld('seen'), await other.isHeld('seen')]).toEqual([true, true]);
  first.letGo();
  await first.done;
  expect([await one.isHeld('seen'), await other.isHeld('seen')]).toEqual([false, false]);
});

const untilAborted = (signal: AbortSignal) =>
  sleep(60_000, undefined, { signal }).then(
    () => 'ended',
    () => signal.reason as Error,
  );

test('locked work is aborted by its signal and by a broken connection', async () => {
  const stop = new AbortController();
  const stopped = one.withLock('stopped', untilAborted, { signal: stop.signal });
  await expect.poll(() => other.isHeld('stopped')).toBe(true);
  stop.abort(new Error('enough'));
  expect(await stopped).toEqual(new Error('enough'));
  await expect(one.withLock('stopped', async () => 'in', { signal: stop.signal })).resolves.toBe(
    'in',
  );
  const cut = one.withLock('long work', untilAborted);
  await expect.poll(() => other.isHeld('long work')).toBe(true);
  await cutLocks();
  expect(await cut).toBeInstanceOf(Error);
  await expect.poll(() => other.isHeld('long work').catch(String)).toBe(false);
});

test('locked work that is not needed any more is aborted', async () => {
  expect(
    await one.withLock('unwanted', untilAborted, { stillNeeded: async () => false }),
  ).toBeInstanceOf(WorkCancelled);
});

/**
 * A network between PostgreSQL and a process that loses what PostgreSQL answers, or keeps ended
 * connections open, until it is released.
 */
const network = async (url: string) => {
  let loses = false;
  let keeps = false;
  const sockets = new Set<Socket>();
  const from = new URL(url);
  const server = createServer((client) => {
    const upstream = connect({ host: from.hostname, port: Number(from.port) });
    client.pipe(upstream);
    upstream.on('data', (data) => void (loses || client.write(data)));
    for (const [socket, peer] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      socket.on('error', () => undefined).on('close', () => void (keeps || peer.destroy()));
    sockets.add(client).add(upstream);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const to = new URL(url);
  to.hostname = '127.0.0.1';
  to.port = String((server.address() as AddressInfo).port);
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return {
    url: to.href,
    lose: (now: boolean) => void (loses = now),
    keep: (now: boolean) => void (keeps = now),
    sockets,
    close,
  };
};

test('a lock whose lock or unlock reply was lost is free for other processes', async () => {
  const { url, lose, close } = await network(database.url);
  const connection = connectDatabase(url, {
    max: 1,
    deadlines: { statementMs: 1_500, lockMs: 1_500, idleInTransactionMs: 60_000, answerMs: 2_000 },
  });
  const remote = createAdvisoryLocks(connection.pool, 60_000);
  await remote.withLock('opens the connection', async () => undefined);
  lose(true);
  await expect(remote.withLock('answer lost', async () => 'in')).rejects.toThrow('timeout');
  lose(false);
  await expect.poll(() => other.withLock('answer lost', async () => 'in').catch(String)).toBe('in');
  const held = await holding(remote, 'never given back');
  lose(true);
  held.letGo();
  await held.done;
  lose(false);
  await expect
    .poll(() => other.withLock('never given back', async () => 'in').catch(String))
    .toBe('in');
  expect(await remote.withLock('answer lost', async () => 'again')).toBe('again');
  await remote.close();
  await connection.close();
  close();
});

test('the late end of a broken connection does not affect the connection that replaced it', async () => {
  const { url, keep, sockets, close } = await network(database.url);
  const connection = connectDatabase(url, { max: 1 });
  const remote = createAdvisoryLocks(connection.pool, 60_000);
  const ours = async () =>
    (
      await database.pool.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'camarim locks' AND backend_start > $1 ORDER BY pid",
        [began],
      )
    ).rows.map(({ pid }) => pid);
  const began = (await database.pool.query<{ now: Date }>('SELECT clock_timestamp() AS now'))
    .rows[0]?.now;
  await remote.withLock('opens the connection', async () => undefined);
  const [broken] = await ours();
  const old = [...sockets];
  // It says that it is ended, and its socket stays open.
  keep(true);
  const lost = remote.withLock('until it breaks', untilAborted);
  await expect.poll(() => other.isHeld('until it breaks')).toBe(true);
  await database.pool.query('SELECT pg_terminate_backend($1)', [broken]);
  expect(await lost).toBeInstanceOf(Error);
  const next = await holding(remote, 'on the next connection');
  // A server process that was ended is listed until it is gone.
  await expect.poll(ours).toHaveLength(1);
  const opened = await ours();
  keep(false);
  for (const socket of old) socket.destroy();
  await sleep(100);
  expect(await remote.withLock('later', ours)).toEqual(opened);
  next.letGo();
  await next.done;
  await remote.close();
  await expect.poll(ours).toEqual([]);
  await connection.close();
  close();
});
