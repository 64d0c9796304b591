// Operators' commands run by tests as programs of their own, on the database of a test.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { TestApp } from './app.ts';

/** The address of the database that this application of a test works on. */
export const databaseUrlOf = async ({ ctx: { pool } }: Pick<TestApp, 'ctx'>): Promise<string> => {
  const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name');
  const url = new URL(pool.options.connectionString ?? '');
  url.pathname = rows[0]?.name ?? '';
  return url.href;
};

/**
 * Runs a file of `api/commands` with these words, `typed` as its standard input; returns its exit
 * code and all that it printed.
 */
export const runCommand = (
  databaseUrl: string,
  name: string,
  words: readonly string[] = [],
  typed = '',
  settings: NodeJS.ProcessEnv = {},
): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, '../commands', `${name}.ts`), ...words],
      { env: { ...process.env, CAMARIM_ENV: 'test', DATABASE_URL: databaseUrl, ...settings } },
      (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
    child.stdin?.end(typed);
  });
