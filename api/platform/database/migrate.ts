// Brings a database to today's schema: numbered SQL files, forward only, each in one transaction.
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Several processes may start at once; the first migrates, the others wait for it. */
const MIGRATION_LOCK = 4_207_002;
/** Attempts of one migration, each with so long for every lock, and the pause between two. */
export type LockWait = { ms: number; pauseMs: number; attempts: number };
/**
 * Less than the deadline of the product's own statements, which wait behind it; ten minutes in all.
 */
const LOCK_WAIT: LockWait = { ms: 5_000, pauseMs: 5_000, attempts: 60 };
const LOCK_NOT_AVAILABLE = '55P03';
const FILE_NAME = /^(\d{4})-[a-z0-9]+(-[a-z0-9]+)*\.sql$/;
/** Generated description of the result, not a migration. */
const SCHEMA_PAGE = 'schema.sql';

/**
 * Numbers up to this one were reserved in ranges and merged in another order. A database of that
 * time may lack one of them in the middle; each was written and tested without the others that it
 * was merged before, so it is applied late.
 */
const UNORDERED_UNTIL = '0100';
/** Files that got another number after they had been applied somewhere; their text is the same. */
const RENAMED = new Map([['0092-performers.sql', '0100-performers.sql']]);

/** This version can't upgrade the database; the message says what to do. */
export class MigrationError extends Error {
  constructor(reason: string) {
    super(
      `${reason} See "Upgrade" in docs/operations/one-machine-to-many.md. Nothing was changed.`,
    );
    this.name = 'MigrationError';
  }
}

/**
 * Applies every migration of the folder that the database lacks, in order, and returns their names.
 * Throws MigrationError when an applied file was changed or lost, or when a new file comes before
 * an applied one. A database that is ahead of the folder is accepted, because during a roll-out old
 * processes restart beside new ones.
 *
 * One lock is held from the first read to the end of `install`, which prepares the tables of
 * libraries in the same database: several processes may start at once on an empty one. Give it a
 * pool without deadlines, for waiting is expected.
 *
 * A table that a backup reads can't be changed before it ends, and every statement of the running
 * processes on that table would wait behind the change: each attempt waits for `lockWait.ms` only.
 */
export async function migrate(
  pool: pg.Pool,
  folder: string,
  install?: (client: pg.PoolClient) => Promise<void>,
  lockWait: LockWait = LOCK_WAIT,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(TABLE);
    const applied = await appliedTo(client);
    verify(applied, migrations);
    const missing = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of missing) await applyWhenFree(client, migration, lockWait);
    await install?.(client);
    return missing.map(({ name }) => name);
  } finally {
    // The lock is the session's, so it ends with the connection even after a failure in the middle.
    client.release(true);
  }
}

const TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;

/**
 * The folder's migrations in order; fails on a file that does not follow `NNNN-what-and-why.sql` or
 * a double number.
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.sql') && name !== SCHEMA_PAGE)
    .sort();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = FILE_NAME.exec(name)?.[1];
    if (number === undefined)
      throw new Error(`${join(folder, name)} is not named NNNN-what-and-why.sql`);
    if (numbers.has(number))
      throw new Error(
        `Two migrations in ${folder} have the number ${number}; give the newer one the next number.`,
      );
    numbers.add(number);
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Checksums by the names that the files have today. */
async function appliedTo(client: pg.PoolClient): Promise<Map<string, string>> {
  for (const [before, now] of RENAMED) {
    await client.query('UPDATE schema_migrations SET name = $2 WHERE name = $1', [before, now]);
  }
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations',
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** Between attempts the statements that came in the meantime get their turn. */
async function applyWhenFree(
  client: pg.PoolClient,
  migration: Migration,
  { ms, pauseMs, attempts }: LockWait,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await inTransaction(client, async () => {
        await client.query(`SET LOCAL lock_timeout = ${ms}`);
        await apply(client, migration);
      });
      return;
    } catch (error) {
      const { cause } = error as Error & { cause?: { code?: string } };
      if (cause?.code !== LOCK_NOT_AVAILABLE || attempt >= attempts) throw error;
      await sleep(pauseMs);
    }
  }
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
  await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [
    name,
    checksum,
  ]);
}

function verify(applied: Map<string, string>, all: Migration[]): void {
  const known = new Map(all.map((migration) => [migration.name, migration]));
  const lastKnown = all.at(-1)?.name ?? '';
  const lastApplied = [...applied.keys()].sort().at(-1) ?? '';
  for (const [name, checksum] of applied) {
    const migration = known.get(name);
    if (migration === undefined && name < lastKnown)
      throw new MigrationError(
        `Migration ${name} was applied to this database, but its file is gone.`,
      );
    if (migration !== undefined && migration.checksum !== checksum) {
      throw new MigrationError(
        `Migration ${name} was changed after it was applied to this database.`,
      );
    }
  }
  const late = all.find(
    ({ name }) => name < lastApplied && !applied.has(name) && name.slice(0, 4) > UNORDERED_UNTIL,
  );
  if (late)
    throw new MigrationError(
      `Migration ${late.name} comes before ${lastApplied}, which is applied; a new migration takes the next number.`,
    );
}

async function inTransaction<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
