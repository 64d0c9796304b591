// GET /posts/timeline, ten posts, signed in, over a bare Fastify handler that runs the same SQL and
// sends the same bytes.
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../api/context.ts';
import { timeline } from '../../api/features/posts/feed/feeds.ts';
import { systemClock } from '../../api/platform/clock/system.ts';
import { NOWHERE } from '../../api/platform/http/place.ts';
import type { Viewer } from '../../api/platform/http/viewer.ts';
import { memoryPresence } from '../../api/platform/presence/memory.ts';
import { publishPosts } from '../content.ts';
import { openDriver } from '../drive.ts';
import { type Figure, figureOf, ratios } from '../figure.ts';
import { openBare, recordStatements, type Statement } from '../open-bare.ts';
import { type Stage, onStage } from '../stage.ts';

const CONNECTIONS = 16;
/** Many and short, so that both of a pair meet the same machine. */
const ROUNDS = 12;
const ROUND_MS = 800;
const LIMIT = 10;
/**
 * Until then the compiler is still at work, on a busy machine for many seconds; the larger program
 * would pay for it.
 */
const WARM_REQUESTS = 5_000;
const WARM_ROUNDS_MAX = 8;
/** Followed, each with a post that has a picture and others of words. */
const PRODUCERS = 12;
const POSTS_OF_WORDS = 5_000;
const PATH = `/api/posts/timeline?limit=${LIMIT}`;

/** A feed with pictures on its first page, and many older posts behind it. */
const fillFeed = async (stage: Stage): Promise<void> => {
  const { database, fans, producers } = stage;
  const ids = producers.map(({ profileId }) => profileId);
  await publishPosts(stage, PRODUCERS);
  await database.query(
    'INSERT INTO follows (follower_id, followee_id, created_at) SELECT $1, id, now() FROM unnest($2::uuid[]) id',
    [fans[0]?.profileId, ids],
  );
  await database.query(
    `INSERT INTO posts (id, profile_id, text, audience, status, playable_at, start_when, created_at)
     SELECT gen_random_uuid(),
       ($1::uuid[])[1 + n % ${PRODUCERS}], 'Nota ' || n, 'public', 'processed', now(),
       now() - n * interval '1 minute' - interval '1 hour', now() FROM generate_series(1,
       ${POSTS_OF_WORDS}) n`,
    [ids],
  );
  await database.query('ANALYZE');
};

const statementsOf = (stage: Stage, profileId: ProfileId): Promise<Statement[]> =>
  recordStatements(stage.databaseUrl, (db, pool) => {
    const platform = {
      db,
      pool,
      clock: systemClock,
      presence: memoryPresence(systemClock),
      config: { FEE_BPS: 2_000 },
    } as Partial<Ctx> as Ctx;
    const requester = { profileId, place: NOWHERE } as Viewer;
    const reader = { requester, locale: 'pt' as const, adult: true };
    return timeline(platform, reader, { limit: LIMIT, others: false });
  });

const measure = async (stage: Stage): Promise<Figure[]> => {
  await fillFeed(stage);
  const [fan] = stage.fans;
  if (!fan) throw new Error('the fixtures have no fan');
  const caller = `authorization: Bearer ${fan.token}`;
  const response = await fetch(`http://127.0.0.1:${stage.port}${PATH}`, {
    headers: { authorization: `Bearer ${fan.token}` },
  });
  const body = await response.text();
  const pictures = (
    JSON.parse(body) as { data: { medias: { url: string | null }[] }[] }
  ).data.filter(({ medias }) => medias[0]?.url).length;
  if (pictures !== LIMIT) throw new Error(`${pictures} of ${LIMIT} posts have a picture`);
  const statements = await statementsOf(stage, fan.profileId);
  const bare = await openBare({
    databaseUrl: stage.databaseUrl,
    statements,
    body,
    connections: CONNECTIONS,
  });
  const driver = openDriver();
  const plan = { connections: CONNECTIONS, durationMs: ROUND_MS, bodies: [], keyed: false };
  const rates = { ours: [] as number[], bare: [] as number[] };
  const drive = (port: number, path: string) =>
    driver.drive({ ...plan, port, target: `GET ${path}`, callers: [caller] });
  const rate = async (port: number, path: string): Promise<number> => {
    const { answered, seconds } = await drive(port, path);
    return answered / seconds;
  };
  const warmUp = async (port: number, path: string): Promise<void> => {
    for (let total = 0, round = 0; total < WARM_REQUESTS && round < WARM_ROUNDS_MAX; round += 1)
      total += (await drive(port, path)).answered;
  };
  await warmUp(stage.port, PATH);
  await warmUp(bare.port, '/');
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.ours.push(await rate(stage.port, PATH));
    rates.bare.push(await rate(bare.port, '/'));
  }
  driver.close();
  bare.stop();
  const how = `${CONNECTIONS} connections, ${LIMIT} posts with a picture each of ${PRODUCERS} followed producers, ${statements.length} statements, ${body.length} bytes, median of ${ROUNDS} interleaved rounds of ${ROUND_MS / 1_000} s`;
  return [
    figureOf(
      'timeline-vs-bare',
      'ratio',
      ratios(rates.ours, rates.bare),
      `GET ${PATH}, signed in, over a bare Fastify handler with the same prepared SQL that sends the same bytes from memory; ${how}`,
    ),
    figureOf(
      'timelines-per-second',
      '1/s',
      rates.ours,
      `by HTTP; says more about the machine than about us; ${how}`,
    ),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: 1, producers: PRODUCERS, balance: 0, pages: false }, measure);
