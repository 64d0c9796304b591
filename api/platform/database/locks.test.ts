// A name is held by one piece of work in the whole installation, on a connection of its own, and not longer than its process lives.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { connectDatabase } from './database.ts';
import { createLocks, LockBusy, type Locks } from './locks.ts';

let database: TestDatabase;
/** As two processes would have them. */
let one: Locks;
let other: Locks;

beforeAll(async () => {
  // A pool of one connection: work that holds a lock still has it for itself.
  database = await testDatabase({ empty: true, max: 1 });
  [one, other] = [createLocks(database.pool, 2_000), createLocks(database.pool, 200)];
  return async () => {
    await Promise.all([one.close(), other.close()]);
  };
});

/** Holds a name until it is told to let go. */
const holding = async (locks: Locks, name: string) => {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const done = locks.hold(name, () => {
    begin();
    return promise;
  });
  await begun;
  return { letGo, done };
};

test('work of one process under one name runs one after the other, and under other names beside it', async () => {
  let running = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    running += 1;
    most = Math.max(most, running);
    await sleep(20);
    running -= 1;
  };
  await Promise.all(Array.from({ length: 5 }, () => one.hold('same', work)));
  expect(most).toBe(1);
  await Promise.all(['a', 'b', 'c'].map((name) => one.hold(name, work)));
  expect(most).toBe(3);
});

test('another process waits, gives up after a while, and comes in when the name is free', async () => {
  const first = await holding(one, 'shared');
  await expect(other.hold('shared', async () => 'in')).rejects.toThrow(LockBusy);
  first.letGo();
  await first.done;
  expect(await other.hold('shared', async () => 'in')).toBe('in');
});

test('holding many names takes no connection from the pool', async () => {
  const held = await Promise.all(Array.from({ length: 8 }, (_, index) => holding(one, `many ${index}`)));
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  for (const { letGo } of held) letGo();
  await Promise.all(held.map(({ done }) => done));
});

test('work that fails lets go of its name', async () => {
  await expect(one.hold('failing', () => Promise.reject(new Error('of the work')))).rejects.toThrow('of the work');
  expect(await other.hold('failing', async () => 'in')).toBe('in');
});

test('the names of a connection that was cut are free for others, and the next lock opens a new connection', async () => {
  const first = await holding(one, 'cut');
  await database.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  await expect.poll(() => other.hold('cut', async () => 'in').catch(String)).toBe('in');
  first.letGo();
  await first.done;
  expect(await one.hold('cut', async () => 'again')).toBe('again');
});

/** A network between PostgreSQL and a process that loses what PostgreSQL answers while it is told to. */
const network = async (url: string) => {
  let loses = false;
  const sockets = new Set<Socket>();
  const from = new URL(url);
  const server = createServer((client) => {
    const upstream = connect({ host: from.hostname, port: Number(from.port) });
    client.pipe(upstream);
    upstream.on('data', (data) => void (loses || client.write(data)));
    for (const [socket, peer] of [[client, upstream], [upstream, client]] as const) socket.on('error', () => undefined).on('close', () => peer.destroy());
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
  return { url: to.href, lose: (now: boolean) => void (loses = now), close };
};

test('a name that was taken, or given back, in a statement whose answer is lost is free for others', async () => {
  const { url, lose, close } = await network(database.url);
  const connection = connectDatabase(url, { max: 1, deadlines: { statementMs: 250, lockMs: 250, idleInTransactionMs: 1_000, answerMs: 300 } });
  const remote = createLocks(connection.pool, 2_000);
  await remote.hold('opens the connection', async () => undefined);
  lose(true);
  await expect(remote.hold('answer lost', async () => 'in')).rejects.toThrow('timeout');
  lose(false);
  await expect.poll(() => other.hold('answer lost', async () => 'in').catch(String)).toBe('in');
  const held = await holding(remote, 'never given back');
  lose(true);
  held.letGo();
  await held.done;
  lose(false);
  await expect.poll(() => other.hold('never given back', async () => 'in').catch(String)).toBe('in');
  expect(await remote.hold('answer lost', async () => 'again')).toBe('again');
  await remote.close();
  await connection.close();
  close();
});
