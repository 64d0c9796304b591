// GET /dsb of a large installation, over a bare Fastify handler that reads the rows of the same
// days and sends the same bytes.
import { sql } from 'kysely';
import { dayCounts } from '../../../api/assemble.ts';
import { rebuildDays } from '../../../api/features/dsb/index.ts';
import { periodOfQuery } from '../../../api/features/dsb/view-overview.ts';
import { loadRollups, rebuildRollups } from '../../../api/features/ledger/index.ts';
import { dayBefore } from '../../../api/platform/clock/days.ts';
import { periodBefore } from '../../../api/features/studio/index.ts';
import { connectDatabase } from '../../../api/platform/database/database.ts';
import { openDriver } from '../../drive.ts';
import { type Figure, figureOf, median, ratios } from '../../figure.ts';
import { openBare, recordStatements, type Statement } from '../../open-bare.ts';
import { seedOperator, SIZES } from './seeded-operator.ts';
import { type Stage, onStage } from '../../stage.ts';
import { awaitDelivery } from '../../tips.ts';

const FANS = 1_000;
const PRODUCERS = 100;
/** Several administrators who look at once. */
const CONNECTIONS = 4;
const ROUNDS = 8;
const ROUND_MS = 3_000;
const WARM_ROUNDS = 2;
const PATH = '/api/dsb';

/** Counts the seeded days; returns how many seconds it took. */
const count = async ({ databaseUrl }: Stage): Promise<number> => {
  const { db, close } = connectDatabase(databaseUrl, { max: 1, applicationName: 'bench' });
  const startMs = performance.now();
  const now = new Date();
  await rebuildRollups(db, now);
  await rebuildDays(db, dayCounts(), now);
  const seconds = (performance.now() - startMs) / 1_000;
  await close();
  return seconds;
};

/** The rows of the last 30 days and of as many before; the counts also of the day before them. */
const statementsOf = ({ databaseUrl }: Stage): Promise<Statement[]> =>
  recordStatements(databaseUrl, async (db) => {
    const period = periodOfQuery({}, new Date());
    const { from } = periodBefore(period);
    await loadRollups(db, { from, to: period.to });
    await sql`SELECT day::text, figure, part, count, durations, decided FROM day_counts
      WHERE day BETWEEN ${dayBefore(from)}::date AND ${period.to}::date`.execute(db);
  });

const measure = async (stage: Stage): Promise<Figure[]> => {
  await awaitDelivery(stage);
  const bytes = await seedOperator(stage);
  const [admin] = stage.fans;
  if (!admin) throw new Error('the fixtures have no fan');
  await stage.database.query(
    `UPDATE users SET role = 'admin', staff_role = 'owner' WHERE id = (SELECT user_id FROM profiles
      WHERE id = $1)`,
    [admin.profileId],
  );
  const countedIn = await count(stage);
  const caller = `authorization: Bearer ${admin.token}`;
  const response = await fetch(`http://127.0.0.1:${stage.port}${PATH}`, {
    headers: { authorization: `Bearer ${admin.token}`, 'x-origin': 'CAM' },
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`the overview answered ${response.status}: ${body}`);
  const statements = await statementsOf(stage);
  const bare = await openBare({
    databaseUrl: stage.databaseUrl,
    statements,
    body,
    connections: CONNECTIONS,
  });
  const driver = openDriver();
  const ask = (port: number, path: string) =>
    driver.drive({
      port,
      connections: CONNECTIONS,
      durationMs: ROUND_MS,
      target: `GET ${path}`,
      callers: [caller],
      bodies: [],
      keyed: false,
    });
  const p99 = { ours: [] as number[], bare: [] as number[] };
  const p50 = { ours: [] as number[], bare: [] as number[] };
  for (let round = -WARM_ROUNDS; round < ROUNDS; round += 1) {
    const [ours, theirs] = [await ask(stage.port, PATH), await ask(bare.port, '/')];
    if (round < 0) continue;
    p99.ours.push(ours.p99Ms);
    p99.bare.push(theirs.p99Ms);
    p50.ours.push(ours.p50Ms);
    p50.bare.push(theirs.p50Ms);
  }
  driver.close();
  bare.stop();
  const how = `${SIZES.entries} entries of ${SIZES.days} days and ${SIZES.members} members (${Math.round(bytes / 1_000_000)} MB), ${SIZES.subscriptions} subscriptions, ${SIZES.decisions} reports and cash-outs; the last 30 days and the 30 before; ${body.length} bytes, ${CONNECTIONS} connections, median of ${ROUNDS} interleaved rounds of ${ROUND_MS / 1_000} s`;
  return [
    figureOf(
      'dsb-overview-p99-vs-sql',
      'ratio',
      ratios(p99.ours, p99.bare),
      `99th percentile of GET ${PATH} (${median(p99.ours).toFixed(1)} ms) over a bare Fastify handler that reads the rows of the same days by ${statements.length} prepared statements and sends the same bytes from memory (${median(p99.bare).toFixed(1)} ms); ${how}`,
    ),
    figureOf(
      'dsb-overview-p50-vs-sql',
      'ratio',
      ratios(p50.ours, p50.bare),
      `the same by the median of each round: ${median(p50.ours).toFixed(1)} ms over ${median(p50.bare).toFixed(1)} ms`,
    ),
    figureOf(
      'rollup-rebuild-s',
      's',
      [countedIn],
      `npm run admin -- rebuild-rollups: comparing and counting all ${SIZES.days} days; ${how}`,
    ),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: FANS, producers: PRODUCERS, balance: 100_000_000, pages: false }, measure);
