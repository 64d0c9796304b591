// Whether the timeline stays as fast when there are a hundred times as many posts.
import { openDriver } from '../drive.ts';
import { type Figure, figureOf, ratios } from '../figure.ts';
import { type Stage, onStage } from '../stage.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const PRODUCERS = 200;
/** Whom the reader follows. */
const FOLLOWED = 50;
const CONNECTIONS = 4;
const ROUNDS = 8;
const ROUND_MS = 1_500;
const PATHS = ['GET /api/posts/timeline?limit=10', 'GET /api/posts/timeline?limit=10&others=true'];

const fill = async ({ database, fans, producers }: Stage, posts: number): Promise<void> => {
  const ids = producers.map(({ profileId }) => profileId);
  await database.query(
    'INSERT INTO follows (follower_id, followee_id, created_at) SELECT $1, id, now() FROM unnest($2::uuid[]) id',
    [fans[0]?.profileId, ids.slice(0, FOLLOWED)],
  );
  await database.query(
    `INSERT INTO posts (id, profile_id, text, audience, status, playable_at, start_when, created_at)
     SELECT uuidv7(), ($1::uuid[])[1 + n % ${PRODUCERS}], 'Nota ' || n, 'public', 'processed',
       now(), now() - n * interval '30 seconds', now() FROM generate_series(1, $2::int) n`,
    [ids, posts],
  );
  await database.query('VACUUM ANALYZE');
};

const measure =
  (small: Stage) =>
  async (large: Stage): Promise<Figure[]> => {
    await fill(small, SMALL);
    await fill(large, LARGE);
    const driver = openDriver();
    const p99 = { small: [] as number[], large: [] as number[] };
    const drive = async ({ port, fans }: Stage): Promise<number> =>
      (
        await driver.drive({
          port,
          connections: CONNECTIONS,
          durationMs: ROUND_MS,
          target: PATHS,
          callers: [`authorization: Bearer ${fans[0]?.token}`],
          bodies: [],
          keyed: false,
        })
      ).p99Ms;
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [one, other] = [await drive(small), await drive(large)];
      // The first warms both up.
      if (round === 0) continue;
      p99.small.push(one);
      p99.large.push(other);
    }
    driver.close();
    const how = `two servers side by side, ${CONNECTIONS} connections to each in turn, timeline and everyone else's posts, ${FOLLOWED} followed of ${PRODUCERS} producers, median of ${ROUNDS} interleaved rounds of ${ROUND_MS / 1_000} s`;
    return [
      figureOf(
        'timeline-flatness',
        'ratio',
        ratios(p99.large, p99.small),
        `99th percentile with ${LARGE} posts over that with ${SMALL}; ${how}`,
      ),
      figureOf('timeline-p99-ms', 'ms', p99.large, `with ${LARGE} posts; ${how}`),
    ];
  };

const PEOPLE = { fans: 1, producers: PRODUCERS, balance: 0, pages: false };
export const run = (): Promise<Figure[]> =>
  onStage(PEOPLE, (small) => onStage(PEOPLE, measure(small)));
