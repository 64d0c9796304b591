// PostgreSQL's own load generator, running bare SQL against the server that the application uses.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Transactions per second of a script at the given concurrency, with prepared statements. */
export const pgbench = async (
  databaseUrl: string,
  script: string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> => {
  const file = join(tmpdir(), `camarim-bench-${process.pid}.sql`);
  await writeFile(file, script);
  const { stdout } = await run('pgbench', [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(clients),
    '-j',
    '1',
    '-T',
    String(seconds),
    '-f',
    file,
    databaseUrl,
  ]).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new Error(
        "pgbench is missing: install Debian's postgresql package, or put pgbench into PATH",
      );
    throw error;
  });
  const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (rate === undefined || !/number of failed transactions: 0 /.test(stdout))
    throw new Error(`pgbench said:\n${stdout}`);
  return Number(rate);
};
