// The database of the application under test, for what a journey cannot make by the API.
import { connectDatabase, type Connection } from '../../api/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../api/platform/database/embedded-postgres.ts';

const complain = (line: unknown) => process.stderr.write(`${String(line)}\n`);
const log = { info() {}, warn: complain, error: complain };

/** A connection of its own; the caller closes it. */
export const openDatabase = async (): Promise<Connection> => {
  const home = process.env['E2E_HOME'] ?? '';
  const { url } = await startEmbeddedPostgres({ home, log, join: true });
  return connectDatabase(url, { max: 1, applicationName: 'camarim journey' });
};
