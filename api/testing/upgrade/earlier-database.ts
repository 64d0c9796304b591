// A database as an earlier version left it: the migrations of that day with the rows that its demo
// had made.
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type pg from 'pg';
import { migrate, readMigrations } from '../../platform/database/migrate.ts';
import { installJobs } from '../../platform/jobs/install.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../migrations');

/**
 * The complete demo of 2026-11-22, without keys and sessions: rows by table, as PostgreSQL writes
 * them in JSON.
 */
const ROWS = join(import.meta.dirname, '2026-11-22.json.gz');
const NEWEST_THEN = '0100-performers.sql';

const migrateToThen = async (pool: pg.Pool): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'earlier migrations '));
  for (const { name } of await readMigrations(MIGRATIONS)) {
    if (name <= NEWEST_THEN) await cp(join(MIGRATIONS, name), join(folder, name));
  }
  await migrate(pool, folder, installJobs);
  await rm(folder, { recursive: true });
};

/** Makes an empty database one of that day, and returns how many rows each table has. */
export const fillAsEarlier = async (pool: pg.Pool): Promise<Map<string, number>> => {
  await migrateToThen(pool);
  const tables = JSON.parse((await promisify(gunzip)(await readFile(ROWS))).toString()) as Record<
    string,
    unknown[]
  >;
  const client = await pool.connect();
  try {
    // Rows come in the order of their tables' names; references and triggers were obeyed when they
    // were made.
    await client.query('SET session_replication_role = replica');
    await client.query(`TRUNCATE ${Object.keys(tables).join(', ')} CASCADE`);
    for (const [table, rows] of Object.entries(tables)) {
      await client.query(
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT *
          FROM json_populate_recordset(NULL::${table}, $1)`,
        [JSON.stringify(rows)],
      );
    }
    for (const { table, column } of await identities(client)) {
      await client.query(
        `SELECT setval(pg_get_serial_sequence('${table}', '${column}'),
          (SELECT coalesce(max(${column}), 0) + 1 FROM ${table}))`,
      );
    }
  } finally {
    client.release(true);
  }
  return new Map(Object.entries(tables).map(([table, rows]) => [table, rows.length]));
};

const identities = async (client: pg.PoolClient): Promise<{ table: string; column: string }[]> => {
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND pg_get_serial_sequence(table_name, column_name) IS NOT NULL`,
  );
  return rows;
};
