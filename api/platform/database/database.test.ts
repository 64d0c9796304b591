// How the connection prepares statements and converts values.
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { statementHash } from './database.ts';
import { transaction } from './transaction.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ empty: true, max: 1 });
  await database.pool.query('CREATE TABLE shapes (id int, label text)');
});

async function preparedStatements(): Promise<{ name: string; statement: string }[]> {
  const { rows } = await database.pool.query<{ name: string; statement: string }>(
    'SELECT name, statement FROM pg_prepared_statements',
  );
  return rows;
}

test('a statement with parameters is prepared once and reused', async () => {
  for (const id of [1, 2, 3])
    await sql`SELECT id FROM shapes WHERE id = ${id}`.execute(database.db);
  const named = (await preparedStatements()).filter(({ statement }) =>
    statement.includes('SELECT id FROM shapes'),
  );
  expect(named).toHaveLength(1);
  expect(named[0]?.name).toContain(statementHash('SELECT id FROM shapes WHERE id = $1'));
});

test('statements without parameters stay unnamed', async () => {
  await sql`SELECT 42 AS plain`.execute(database.db);
  expect((await preparedStatements()).some(({ statement }) => statement.includes('plain'))).toBe(
    false,
  );
});

test('a session keeps at most 500 prepared statements', async () => {
  for (let column = 0; column < 520; column++)
    await sql`SELECT ${sql.raw(String(column))} AS bounded, ${'x'}::text`.execute(database.db);
  expect((await preparedStatements()).length).toBeLessThanOrEqual(500);
});

test('two statements with different text never share a name', () => {
  const texts = Array.from({ length: 1000 }, (_, index) => `SELECT ${index}`);
  expect(new Set(texts.map(statementHash)).size).toBe(1000);
});

test('statements that a migration changed are prepared again, with and without a transaction', async () => {
  const fresh = await testDatabase({ empty: true, max: 1 });
  await fresh.pool.query('CREATE TABLE shapes (id int); INSERT INTO shapes VALUES (1)');
  const read = (db: Pick<typeof fresh.db, 'getExecutor'>) =>
    sql`SELECT * FROM shapes WHERE id = ${1}`.execute(db);
  expect((await read(fresh.db)).rows).toEqual([{ id: 1 }]);
  await fresh.pool.query('ALTER TABLE shapes ADD COLUMN label text');
  expect((await read(fresh.db)).rows).toEqual([{ id: 1, label: null }]);
  await fresh.pool.query('ALTER TABLE shapes ADD COLUMN size int');
  const { rows } = await transaction(fresh.db, (tx) => read(tx));
  expect(rows).toEqual([{ id: 1, label: null, size: null }]);
});

test('values arrive in the types that the code works with', async () => {
  const { rows } =
    await sql`SELECT 9007199254740991::int8 AS cents, '{1,2,NULL}'::int8[] AS many, '{}'::int8[] AS none,
    '2026-02-28'::date AS day, '2026-02-28T23:59:59Z'::timestamptz AS instant, 1.50::numeric AS exact`.execute(
      database.db,
    );
  expect(rows[0]).toEqual({
    cents: 9007199254740991,
    many: [1, 2, null],
    none: [],
    day: '2026-02-28',
    instant: new Date('2026-02-28T23:59:59Z'),
    exact: '1.50',
  });
});

test('an integer that a number cannot hold exactly is refused, not rounded', async () => {
  await expect(sql`SELECT 9007199254740993::int8 AS cents`.execute(database.db)).rejects.toThrow(
    RangeError,
  );
});
