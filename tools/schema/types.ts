// Kysely's types of the live schema; a CHECK (column IN (...)) becomes a union of its words.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';

const run = promisify(execFile);
const HEADER = '// Generated from the live schema by `npm run schema`; do not edit.\n';

/** The text of database.gen.ts. The values match those that the connection parses (database.ts). */
export async function generateTypes(pool: pg.Pool, url: string): Promise<string> {
  const program = join(
    dirname(createRequire(import.meta.url).resolve('kysely-codegen')),
    'cli/bin.js',
  );
  const flags = {
    url,
    dialect: 'postgres',
    'log-level': 'silent',
    'date-parser': 'string',
    'type-mapping': JSON.stringify({ int8: 'number' }),
    'default-schema': 'public',
    'exclude-pattern': '{public.schema_migrations,pgboss.*}',
    overrides: JSON.stringify({ columns: await wordColumns(pool) }),
  };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const { stdout } = await run(process.execPath, [program, '--print', ...args]);
  return HEADER + stdout.slice(stdout.indexOf('import type'));
}

interface WordColumn {
  table: string;
  column: string;
  definition: string;
  nullable: boolean;
  has_default: boolean;
}

async function wordColumns(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<WordColumn>(`
    SELECT t.relname AS table, a.attname AS column, pg_get_constraintdef(c.oid) AS definition,
      NOT a.attnotnull AS nullable, a.atthasdef AS has_default
    FROM pg_constraint c
    JOIN pg_class t ON t.oid = c.conrelid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'c' AND cardinality(c.conkey) = 1
      AND t.relnamespace = 'public'::regnamespace`);
  const types: Record<string, string> = {};
  for (const { table, column, definition, nullable, has_default: generated } of rows) {
    const words = wordsOf(definition, column);
    if (words === undefined) continue;
    const union = [...words.map((word) => `'${word}'`), ...(nullable ? ['null'] : [])].join(' | ');
    types[`${table}.${column}`] = generated ? `Generated<${union}>` : union;
  }
  return types;
}

/**
 * The words of `CHECK ((column = ANY (ARRAY['a'::text, 'b'::text])))`; undefined for any other
 * check.
 */
export function wordsOf(definition: string, column: string): string[] | undefined {
  const list = new RegExp(`^CHECK \\(\\(${column} = ANY \\(ARRAY\\[(.+)\\]\\)\\)\\)$`).exec(
    definition,
  )?.[1];
  const words = list?.split(', ').map((item) => /^'([^']+)'::text$/.exec(item)?.[1]);
  return words?.every((word) => word !== undefined) ? words : undefined;
}
