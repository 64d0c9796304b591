// Migrations: order, one transaction each, checksums, and several processes starting at once.
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { installJobs } from '../jobs/install.ts';
import { migrate, MigrationError } from './migrate.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await testDatabase({ empty: true, max: 4 });
  folder = await mkdtemp(join(tmpdir(), 'migrations '));
  await put('0001-shelves.sql', 'CREATE TABLE shelves (id int); INSERT INTO shelves VALUES (1);');
});

afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** Statements of this database that wait for a lock on a table. */
const WAITING =
  'SELECT FROM pg_locks WHERE NOT granted AND relation IS NOT NULL AND database = (SELECT oid FROM pg_database WHERE datname = current_database())';
const put = (name: string, sql: string) => writeFile(join(folder, name), sql);

async function folderWith(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>('SELECT count(*) FROM shelves');
  return rows[0]?.count ?? -1;
}

test('migrations are applied in order, once', async () => {
  await put('0002-books.sql', 'ALTER TABLE shelves ADD COLUMN books int');
  expect(await migrate(database.pool, folder)).toEqual(['0001-shelves.sql', '0002-books.sql']);
  expect(await migrate(database.pool, folder)).toEqual([]);
  expect(await folderWith()).toBe(1);
});

test('a migration that fails leaves no trace, and the earlier ones stay applied', async () => {
  await put('0002-broken.sql', 'INSERT INTO shelves VALUES (2); SELECT nonsense;');
  await expect(migrate(database.pool, folder)).rejects.toThrow(/0002-broken\.sql failed.*nonsense/);
  expect(await folderWith()).toBe(1);
  await put('0002-broken.sql', 'INSERT INTO shelves VALUES (2)');
  expect(await migrate(database.pool, folder)).toEqual(['0002-broken.sql']);
});

test('a changed file of an applied migration is refused', async () => {
  await migrate(database.pool, folder);
  await put('0001-shelves.sql', 'CREATE TABLE shelves (id bigint)');
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    '0001-shelves.sql was changed after it was applied',
  );
});

test('a new migration with a number below an applied one is refused', async () => {
  await put('0103-later.sql', 'SELECT 1');
  await migrate(database.pool, folder);
  await put('0102-late.sql', 'SELECT 1');
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    '0102-late.sql comes before 0103-later.sql',
  );
});

test('a migration of the time when numbers were reserved in ranges is applied late', async () => {
  await put('0003-later.sql', 'SELECT 1');
  await migrate(database.pool, folder);
  await put('0002-late.sql', 'INSERT INTO shelves VALUES (2)');
  expect(await migrate(database.pool, folder)).toEqual(['0002-late.sql']);
  expect(await folderWith()).toBe(2);
});

test('a migration that was applied under its earlier number is not applied again', async () => {
  await put('0092-performers.sql', 'INSERT INTO shelves VALUES (2)');
  await migrate(database.pool, folder);
  await rename(join(folder, '0092-performers.sql'), join(folder, '0100-performers.sql'));
  expect(await migrate(database.pool, folder)).toEqual([]);
  expect(await folderWith()).toBe(2);
});

test('the error for a database that cannot be upgraded names the page that says what to do', async () => {
  await migrate(database.pool, folder);
  await put('0001-shelves.sql', 'SELECT 2');
  await expect(migrate(database.pool, folder)).rejects.toThrow(MigrationError);
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    'docs/operations/one-machine-to-many.md. Nothing was changed.',
  );
});

test('a missing file of an applied migration is refused, unless the database is only ahead', async () => {
  await put('0002-books.sql', 'SELECT 1');
  await migrate(database.pool, folder);
  await rename(join(folder, '0002-books.sql'), join(folder, '0002-books.off'));
  expect(await migrate(database.pool, folder)).toEqual([]);
  await put('0003-later.sql', 'SELECT 1');
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    '0002-books.sql was applied to this database, but its file is gone',
  );
});

test('processes that start at the same time apply each migration once', async () => {
  await put('0002-slow.sql', 'SELECT pg_sleep(0.2); INSERT INTO shelves VALUES (2);');
  const done = await Promise.all([1, 2, 3, 4].map(() => migrate(database.pool, folder)));
  expect(done.flat().sort()).toEqual(['0001-shelves.sql', '0002-slow.sql']);
  expect(await folderWith()).toBe(2);
});

test('processes that start at once on an empty database install the job queue once', async () => {
  const starts = [1, 2, 3, 4].map(() => migrate(database.pool, folder, installJobs));
  expect((await Promise.all(starts)).flat()).toEqual(['0001-shelves.sql']);
  const { rows } = await database.pool.query<{ count: number }>(
    'SELECT count(*) FROM pgboss.version',
  );
  expect(rows[0]?.count).toBe(1);
});

test('two migrations with one number, and a migration without a description in its name, are refused', async () => {
  await put('0001-again.sql', 'SELECT 1');
  await expect(migrate(database.pool, folder)).rejects.toThrow('have the number 0001');
  await rm(join(folder, '0001-again.sql'));
  await put('2.sql', 'SELECT 1');
  await expect(migrate(database.pool, folder)).rejects.toThrow(
    'is not named NNNN-what-and-why.sql',
  );
});

test('a migration that waits for a backup lets the statements of running processes pass', async () => {
  await migrate(database.pool, folder);
  await put('0002-books.sql', 'ALTER TABLE shelves ADD COLUMN books int');
  const backup = await database.pool.connect();
  await backup.query('BEGIN; LOCK TABLE shelves IN ACCESS SHARE MODE');
  const wait = { ms: 300, pauseMs: 300, attempts: 100 };
  const migrating = migrate(database.pool, folder, undefined, wait);
  const reader = await database.pool.connect();
  await reader.query("SET lock_timeout = '10s'");
  await expect
    .poll(async () => (await reader.query(WAITING)).rowCount, { timeout: 20_000 })
    .toBe(1);
  expect((await reader.query('SELECT id FROM shelves')).rowCount).toBe(1);
  await backup.query('COMMIT');
  for (const client of [backup, reader]) client.release(true);
  expect(await migrating).toEqual(['0002-books.sql']);
  await expect(
    database.pool.query('SELECT books FROM shelves').then(({ rowCount }) => rowCount),
  ).resolves.toBe(1);
});

test('a migration gives up when a table stays locked, and changes nothing', async () => {
  await migrate(database.pool, folder);
  await put('0002-books.sql', 'ALTER TABLE shelves ADD COLUMN books int');
  const backup = await database.pool.connect();
  await backup.query('BEGIN; LOCK TABLE shelves IN ACCESS SHARE MODE');
  await expect(
    migrate(database.pool, folder, undefined, { ms: 20, pauseMs: 10, attempts: 2 }),
  ).rejects.toThrow(/0002-books\.sql failed.*lock timeout/);
  backup.release(true);
  expect(await migrate(database.pool, folder)).toEqual(['0002-books.sql']);
});
