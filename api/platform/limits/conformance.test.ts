// What every rate limiter must do, with a fixed clock.
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisInstalled, startRedis, type RedisServer } from '../../testing/redis-server.ts';
import { fakeClock, type FakeClock } from '../clock/fake.ts';
import { connectRedis, type Redis } from '../redis/redis.ts';
import { createTimeout } from '../redis/timeout.ts';
import { stallingProxy } from '../../testing/stalling-proxy.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { memoryLimits } from './memory.ts';
import { postgresLimits } from './postgres.ts';
import { deleteFullLimits } from './store.ts';
import type { Limits } from './port.ts';
import { redisLimits } from './redis.ts';

const quiet = { debug() {}, info() {}, warn() {} };
const SIX_A_MINUTE = { limit: 6, windowSeconds: 60 };
let nextKey = 0;

const conforms = (make: (clock: FakeClock) => Limits): void => {
  const setUp = () => {
    const clock = fakeClock();
    const limits = make(clock);
    const key = `key ${(nextKey += 1)}`;
    return { clock, limits, take: (rule = SIX_A_MINUTE) => limits.take(key, rule) };
  };
  const takes = async (
    take: () => Promise<{ allowed: boolean }>,
    count: number,
  ): Promise<number> => {
    let allowed = 0;
    for (let index = 0; index < count; index++) if ((await take()).allowed) allowed += 1;
    return allowed;
  };

  test('the limiter allows as many calls as the limit at once, then refuses with the time of the next', async () => {
    const { take } = setUp();
    const answers = [];
    for (let index = 0; index < 7; index++) answers.push(await take());
    expect(answers.map(({ allowed }) => allowed)).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(answers.map(({ remaining }) => remaining)).toEqual([5, 4, 3, 2, 1, 0, 0]);
    expect(answers.at(-1)?.resetsInSeconds).toBe(10);
  });

  test('the limiter allows a call again exactly at the reported time', async () => {
    const { clock, take } = setUp();
    await takes(take, 6);
    const { resetsInSeconds } = await take();
    clock.advance(resetsInSeconds * 1000 - 1);
    expect((await take()).allowed).toBe(false);
    clock.advance(1);
    expect((await take()).allowed).toBe(true);
    expect((await take()).allowed).toBe(false);
  });

  test('the limiter is full again after a whole window', async () => {
    const { clock, take } = setUp();
    await takes(take, 6);
    clock.advance(60_000);
    expect(await takes(take, 10)).toBe(6);
  });

  test('a refused take costs nothing', async () => {
    const { clock, take } = setUp();
    await takes(take, 100);
    clock.advance(10_000);
    expect((await take()).allowed).toBe(true);
  });

  test('a limit of one allows one call per window', async () => {
    const { clock, take } = setUp();
    const rule = { limit: 1, windowSeconds: 3 };
    expect(await takes(() => take(rule), 3)).toBe(1);
    clock.advance(2_999);
    expect((await take(rule)).allowed).toBe(false);
    clock.advance(1);
    expect((await take(rule)).allowed).toBe(true);
  });

  test.each([7, 13, 1_200])(
    'a limit of %d, which does not divide the window evenly, is given whole',
    async (limit) => {
      const { take } = setUp();
      expect(await takes(() => take({ limit, windowSeconds: 60 }), limit + 5)).toBe(limit);
    },
  );

  test.each([61_000, HOUR_MS, 8 * DAY_MS])(
    'a clock that is set back by %d ms locks no caller out',
    async (backMs) => {
      const { clock, take } = setUp();
      await takes(take, 6);
      clock.advance(-backMs);
      expect(await takes(take, 10)).toBe(6);
      // And a clock that is right again neither.
      clock.advance(backMs);
      expect(await takes(take, 10)).toBe(6);
    },
  );

  test('a clock that is set back by less than the window changes no limit', async () => {
    const { clock, take } = setUp();
    await takes(take, 3);
    clock.advance(-10_000);
    // Three are still taken, and each waits ten seconds longer.
    expect(await takes(take, 10)).toBe(2);
  });

  test('each key has its own limit', async () => {
    const { limits, take } = setUp();
    await takes(take, 10);
    expect((await limits.take(`other ${nextKey}`, SIX_A_MINUTE)).allowed).toBe(true);
  });

  test('concurrent calls are counted one by one', async () => {
    const { take } = setUp();
    const answers = await Promise.all(Array.from({ length: 50 }, () => take()));
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(6);
  });
};

describe('memory', () => {
  conforms((clock) => memoryLimits({ clock }));

  test('a flood of keys does not grow the memory, and evicts the oldest first', async () => {
    const limits = memoryLimits({ clock: fakeClock(), keysMax: 100 });
    const once = { limit: 1, windowSeconds: 60 };
    for (let index = 0; index < 1_000; index++) await limits.take(`flood ${index}`, once);
    expect(limits.size()).toBeLessThanOrEqual(100);
    expect((await limits.take('flood 999', once)).allowed).toBe(false);
  });
});

describe('postgres', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase({ max: 8 });
  });

  conforms((clock) => postgresLimits({ db: database.db, clock }));

  test('a flood of other keys does not reset a spent key', async () => {
    const limits = postgresLimits({ db: database.db, clock: fakeClock() });
    const once = { limit: 1, windowSeconds: 600 };
    expect((await limits.take('captcha|spent', once)).allowed).toBe(true);
    await database.pool.query(
      'INSERT INTO strict_limits SELECT sha256(n::text::bytea), 4e12 + n FROM generate_series(1, 150000) n',
    );
    expect((await limits.take('captcha|spent', once)).allowed).toBe(false);
  });

  test('the sweep deletes only limits that are full again', async () => {
    const clock = fakeClock();
    const limits = postgresLimits({ db: database.db, clock });
    await limits.take('short', { limit: 1, windowSeconds: 10 });
    await limits.take('long', { limit: 1, windowSeconds: 100 });
    clock.advance(50_000);
    await deleteFullLimits(database.db, clock.now().getTime());
    expect((await limits.take('long', { limit: 1, windowSeconds: 100 })).allowed).toBe(false);
    const { rows } = await database.pool.query(
      "SELECT 1 FROM strict_limits WHERE key_hash = sha256('short'::bytea)",
    );
    expect(rows).toEqual([]);
  });
});

describe.skipIf(!redisInstalled)('redis (needs redis-server on the PATH)', () => {
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis();
    redis = await connectRedis(server.url, quiet);
  });
  afterAll(async () => {
    redis.destroy();
    await server.stop();
  });

  /** A busy machine may answer late, upon which the calls would be counted in the process. */
  const inTime = createTimeout({ answerMs: 60_000 });
  conforms((clock) => redisLimits({ redis, clock, log: quiet, inTime }));

  test('two processes share a limit, and its key expires', async () => {
    const clock = fakeClock();
    const other = await connectRedis(server.url, quiet);
    const [here, there] = [
      redisLimits({ redis, clock, log: quiet, inTime }),
      redisLimits({ redis: other, clock, log: quiet, inTime }),
    ];
    const answers = [];
    for (let index = 0; index < 4; index++)
      answers.push(
        await here.take('shared', SIX_A_MINUTE),
        await there.take('shared', SIX_A_MINUTE),
      );
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(6);
    expect(await redis.pTTL('limit:shared')).toBeGreaterThan(50_000);
    other.destroy();
  });

  test('a count outlives its last call by the whole window, so that a slow machine gives no call again', async () => {
    const limits = redisLimits({ redis, clock: fakeClock(), log: quiet, inTime });
    await limits.take('often', { limit: 1_200, windowSeconds: 60 });
    expect(await redis.pTTL('limit:often')).toBeGreaterThan(50_000);
  });

  test('each process counts on its own without waiting while Redis hangs', async () => {
    const proxy = await stallingProxy({
      host: '127.0.0.1',
      port: Number(new URL(server.url).port),
    });
    const url = new URL(server.url);
    url.port = String(proxy.port);
    const hanging = await connectRedis(url.href, quiet);
    const limits = redisLimits({ redis: hanging, clock: fakeClock(), log: quiet });
    expect((await limits.take('hangs', SIX_A_MINUTE)).remaining).toBe(5);
    proxy.stall();
    const answers = [];
    for (let index = 0; index < 8; index++) answers.push(await limits.take('hangs', SIX_A_MINUTE));
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(6);
    hanging.destroy();
    await proxy.close();
  });

  test('each process counts on its own without Redis', async () => {
    const limits = redisLimits({ redis, clock: fakeClock(), log: quiet });
    await server.stop();
    const answers = [];
    for (let index = 0; index < 8; index++) answers.push(await limits.take('alone', SIX_A_MINUTE));
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(6);
  });
});
