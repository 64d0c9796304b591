// The database a command works on: the operator's, else the embedded one, beside an application
// that may be running.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from '../platform/config/config.ts';
import { connectDatabase } from '../platform/database/database.ts';
import type { Database } from '../platform/database/database.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { protectSecrets } from '../platform/installation/secret.ts';
import { sealOfKey } from '../platform/seal/seal.ts';
import { answersHelp, type CommandName, complain } from './usage.ts';

const openServer = async (config: Config) => {
  if (config.DATABASE_URL !== undefined)
    return { url: config.DATABASE_URL, stop: async () => undefined };
  // A database made here would be empty, and the mistake in the folder's name would be hidden.
  if (!existsSync(join(config.home, 'postgres')))
    throw new ConfigError(
      `No installation in ${config.home}: set CAMARIM_HOME or DATABASE_URL as for npm start, and start it once before.`,
    );
  return startEmbeddedPostgres({
    home: config.home,
    log: { info() {}, warn: complain, error: complain },
    join: true,
  });
};

/**
 * Runs a command on the database; what `work` answers is the exit code. `--help` needs no
 * database; a configuration that can't be read is reported in one line.
 */
export const runCommand = async (
  name: CommandName,
  work: (db: Database) => Promise<number>,
): Promise<void> => {
  if (answersHelp(name)) return;
  try {
    const config = readConfig(process.env);
    const server = await openServer(config);
    const { db, close } = connectDatabase(server.url, {
      max: 1,
      applicationName: `camarim ${name}`,
    });
    // As the application does: a secret that a command makes or reads is sealed by the operator's
    // key.
    if (config.DATA_KEY !== undefined) protectSecrets(db, sealOfKey(config.DATA_KEY));
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
