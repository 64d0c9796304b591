// Every wait for the database has a deadline: statements, locks, idle transactions, and a silent
// server.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { stallingProxy, type StallingProxy } from '../../testing/stalling-proxy.ts';
import { type Connection, connectDatabase, type Deadlines } from './database.ts';
import { isOutage, isUnavailable } from './database-errors.ts';

const FAR_MS = 90_000;
const FAR: Deadlines = {
  statementMs: FAR_MS,
  lockMs: FAR_MS,
  idleInTransactionMs: FAR_MS,
  answerMs: FAR_MS,
};

let database: TestDatabase;
let proxy: StallingProxy;
const connections: Connection[] = [];

beforeAll(async () => {
  database = await testDatabase({ empty: true, max: 2 });
  await database.pool.query('CREATE TABLE shelves (id int); INSERT INTO shelves VALUES (1)');
  const url = new URL(database.url);
  proxy = await stallingProxy({ host: url.hostname, port: Number(url.port) });
});

afterAll(async () => {
  for (const connection of connections) await connection.close();
  await proxy.close();
});

/** No deadline but those of the test: on a busy machine another one could be the first to pass. */
const connectWith = (deadlines: Partial<Deadlines>): Connection => {
  const url = new URL(database.url);
  url.port = String(proxy.port);
  const connection = connectDatabase(url.href, {
    max: 1,
    deadlines: { ...FAR, ...deadlines },
  });
  connections.push(connection);
  return connection;
};

/** Generous, for a busy machine. */
const eventually = <T>(read: () => T) => expect.poll(read);
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing failed',
    (error: unknown) => error,
  );

test('the server ends a statement that takes too long', async () => {
  const connection = connectWith({ statementMs: 400 });
  const failure = await failureOf(sql`SELECT pg_sleep(600), ${1}::int`.execute(connection.db));
  expect(failure).toMatchObject({ code: '57014' });
  expect(isUnavailable(failure)).toBe(true);
});

test('waiting for a lock ends before the statement deadline', async () => {
  const connection = connectWith({ lockMs: 100 });
  const holder = await database.pool.connect();
  await holder.query('BEGIN; UPDATE shelves SET id = 2');
  const failure = await failureOf(sql`UPDATE shelves SET id = ${3}`.execute(connection.db));
  await holder.query('ROLLBACK');
  holder.release();
  expect(failure).toMatchObject({ code: '55P03' });
});

test('an idle transaction is ended, and the pool opens another connection', async () => {
  const connection = connectWith({ idleInTransactionMs: 2_000 });
  const transaction = await connection.db.startTransaction().execute();
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(transaction);
  const isThere = async () =>
    (await database.pool.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [rows[0]?.pid]))
      .rowCount;
  await eventually(isThere).toBe(0);
  expect(isUnavailable(await failureOf(sql`SELECT 1`.execute(transaction)))).toBe(true);
  await failureOf(transaction.rollback().execute());
  expect((await sql`SELECT 1 AS one`.execute(connection.db)).rows).toEqual([{ one: 1 }]);
});

test('the connection to a silent server is ended and not used again', async () => {
  const connection = connectWith({ answerMs: 3_000 });
  await sql`SELECT 1`.execute(connection.db);
  proxy.stall();
  const failure = await failureOf(sql`SELECT ${1}::int`.execute(connection.db));
  expect(failure).toMatchObject({ message: 'Query read timeout' });
  expect(isOutage(failure)).toBe(true);
  await eventually(() => connection.pool.totalCount).toBe(0);
  proxy.resume();
  expect((await sql`SELECT ${1}::int AS one`.execute(connection.db)).rows).toEqual([{ one: 1 }]);
});
