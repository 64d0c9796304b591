// The database a command works on: the operator's, else the embedded one, beside an application
// that may be running.
import { ConfigError, readConfig } from '../platform/config/config.ts';
import { connectDatabase } from '../platform/database/database.ts';
import type { Database } from '../platform/database/database.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);
export const complain = (...words: unknown[]): void =>
  void process.stderr.write(`${words.map(String).join(' ')}\n`);

const openServer = async () => {
  const config = readConfig(process.env);
  if (config.DATABASE_URL !== undefined)
    return { url: config.DATABASE_URL, stop: async () => undefined };
  return startEmbeddedPostgres({
    home: config.home,
    log: { info() {}, warn: complain, error: complain },
    join: true,
  });
};

/**
 * Runs a command on the database; what `work` answers is the exit code. A configuration that can't
 * be read is reported in one line.
 */
export const runCommand = async (
  name: string,
  work: (db: Database) => Promise<number>,
): Promise<void> => {
  try {
    const server = await openServer();
    const { db, close } = connectDatabase(server.url, {
      max: 1,
      applicationName: `camarim ${name}`,
    });
    try {
      process.exitCode = await work(db);
    } finally {
      await close();
      await server.stop();
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    complain(error.message);
    process.exitCode = 1;
  }
};
