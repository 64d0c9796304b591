// Brings a database to today's schema: numbered SQL files, forward only, each in one transaction.
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Several processes may start at once; the first migrates, the others wait for it. */
const MIGRATION_LOCK = 4_207_002;
const FILE_NAME = /^(\d{4})-[a-z0-9]+(-[a-z0-9]+)*\.sql$/;
/** Generated description of the result, not a migration. */
const SCHEMA_PAGE = 'schema.sql';

/**
 * Applies every migration of the folder that the database lacks, in order, and answers their names. Fails when an
 * applied file was changed or lost, or when a new file comes before an applied one. A database that is ahead of the
 * folder is accepted, because during a roll-out old processes restart beside new ones.
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    const done: string[] = [];
    await inTransaction(client, () => client.query(TABLE));
    for (const migration of migrations) {
      const applied = await inTransaction(client, () => applyOnce(client, migration, migrations));
      if (applied) done.push(migration.name);
    }
    return done;
  } finally {
    client.release();
  }
}

const TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now()
)`;

/** The folder's migrations in order; fails on a file that does not follow `NNNN-what-and-why.sql` or a double number. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql') && name !== SCHEMA_PAGE).sort();
  const numbers = new Set<string>();
  for (const name of names) {
    const number = FILE_NAME.exec(name)?.[1];
    if (number === undefined) throw new Error(`${join(folder, name)} is not named NNNN-what-and-why.sql`);
    if (numbers.has(number)) throw new Error(`Two migrations in ${folder} have the number ${number}; give the newer one the next number.`);
    numbers.add(number);
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function applyOnce(client: pg.PoolClient, migration: Migration, all: Migration[]): Promise<boolean> {
  const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM schema_migrations');
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  verify(applied, all);
  if (applied.has(migration.name)) return false;
  try {
    await client.query(migration.sql);
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
  await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [migration.name, migration.checksum]);
  return true;
}

function verify(applied: Map<string, string>, all: Migration[]): void {
  const known = new Map(all.map((migration) => [migration.name, migration]));
  const lastKnown = all.at(-1)?.name ?? '';
  const lastApplied = [...applied.keys()].sort().at(-1) ?? '';
  for (const [name, checksum] of applied) {
    const migration = known.get(name);
    if (migration === undefined && name < lastKnown) throw new Error(`Migration ${name} was applied to this database, but its file is gone.`);
    if (migration !== undefined && migration.checksum !== checksum) {
      throw new Error(`Migration ${name} was changed after it was applied. Put it back as it was and write a new migration.`);
    }
  }
  const late = all.find(({ name }) => name < lastApplied && !applied.has(name));
  if (late) throw new Error(`Migration ${late.name} comes before ${lastApplied}, which is applied; give it the next number.`);
}

async function inTransaction<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
