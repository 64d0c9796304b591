// A page of the statement of an account with a million entries over one of an account with a
// thousand.
import { openDriver } from '../drive.ts';
import { type Figure, figureOf, median, ratios } from '../figure.ts';
import { insertTips } from '../inserted-tips.ts';
import { type Stage, onStage } from '../stage.ts';
import { awaitDelivery } from '../tips.ts';

const FANS = 1_000;
const LONG = 1_000_000;
const SHORT = 1_000;
const PAGE = 30;
/** Pages asked for by their cursor, from all over the account. */
const PLACES = 300;
const ROUNDS = 7;
const ROUND_MS = 1_500;
const CONNECTIONS = 4;

/** Addresses of the newest page and of pages of any age. */
const pagesOf = async ({ database }: Stage, profileId: string): Promise<string[]> => {
  const { rows } = await database.query<{ id: string }>(
    `SELECT e.id FROM ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id
      WHERE a.owner_profile_id = $1 AND a.kind = 'pending' ORDER BY random() LIMIT ${PLACES}`,
    [profileId],
  );
  const first = `GET /api/funds/statements?account=earnings&limit=${PAGE}`;
  return [first, ...rows.map(({ id }) => `${first}&before=${id}`)];
};

const measure = async (stage: Stage): Promise<Figure[]> => {
  const { port, database, fans, producers } = stage;
  const [long, short] = producers;
  if (!long || !short) throw new Error('there are two producers');
  await awaitDelivery(stage);
  await insertTips(database, fans, long, LONG);
  await insertTips(database, fans, short, SHORT);
  const driver = openDriver();
  const ask = async ({ profileId, token }: typeof long) => {
    const targets = await pagesOf(stage, profileId);
    return async (): Promise<number> =>
      (
        await driver.drive({
          port,
          connections: CONNECTIONS,
          durationMs: ROUND_MS,
          target: targets,
          callers: [`authorization: Bearer ${token}`],
          bodies: [],
          keyed: false,
        })
      ).p99Ms;
  };
  const [askLong, askShort] = [await ask(long), await ask(short)];
  const p99 = { long: [] as number[], short: [] as number[] };
  await askShort();
  await askLong();
  for (let round = 0; round < ROUNDS; round++) {
    p99.long.push(await askLong());
    p99.short.push(await askShort());
  }
  driver.close();
  const how = `p99 of GET /api/funds/statements, pages of ${PAGE} at ${PLACES} random places, of ${LONG} entries (${median(p99.long).toFixed(1)} ms) over ${SHORT} (${median(p99.short).toFixed(1)} ms); ${CONNECTIONS} connections, median of ${ROUNDS} interleaved rounds of ${ROUND_MS / 1_000} s`;
  return [figureOf('statement-flatness', 'ratio', ratios(p99.long, p99.short), how)];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: FANS, producers: 2, balance: 100_000_000, pages: false }, measure);
