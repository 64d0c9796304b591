// `npm run ledger:check`: recomputes every balance from the entries and says which cent is out of place, if any.
import { LEDGER_RULES, checkLedger } from '../features/ledger/index.ts';
import { ConfigError, readConfig } from '../platform/config/config.ts';
import { connectDatabase } from '../platform/database/database.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const complain = (...words: unknown[]): void => void process.stderr.write(`${words.map(String).join(' ')}\n`);

/** The operator's database, else the embedded one, beside an application that may be running. */
const openDatabase = async () => {
  const config = readConfig(process.env);
  if (config.DATABASE_URL !== undefined) return { url: config.DATABASE_URL, stop: async () => undefined };
  return startEmbeddedPostgres({ home: config.home, log: { info() {}, warn: complain, error: complain }, join: true });
};

const run = async (): Promise<number> => {
  const server = await openDatabase();
  const { db, close } = connectDatabase(server.url, { max: 1, applicationName: 'camarim ledger check' });
  try {
    const startedMs = performance.now();
    const { entries, discrepancies } = await checkLedger(db);
    for (const { rule, account, transfer, expected, found } of discrepancies) {
      const where = [account && `account ${account}`, transfer && `transfer ${transfer}`].filter(Boolean).join(', ');
      say(`NOT TRUE: ${rule}\n  ${where}${expected === null ? '' : ` expected ${expected}`}${found === null ? '' : ` found ${found}`}`);
    }
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
    say(`${entries} entries, ${LEDGER_RULES.length} rules, ${discrepancies.length} discrepancies, ${seconds} s`);
    return discrepancies.length === 0 ? 0 : 1;
  } finally {
    await close();
    await server.stop();
  }
};

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  complain(error.message);
  process.exitCode = 1;
}
