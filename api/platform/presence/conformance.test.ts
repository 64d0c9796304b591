// What every presence adapter must do, with a fixed clock.
import type { ProfileId } from '@camarim/contract/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redisInstalled, startRedis, type RedisServer } from '../../testing/redis-server.ts';
import { fakeClock, type FakeClock } from '../clock/fake.ts';
import { connectRedis, type Redis } from '../redis/redis.ts';
import { createTimeout } from '../redis/timeout.ts';
import { memoryPresence } from './memory.ts';
import { PRESENCE_SECONDS, type Presence } from './port.ts';
import { redisPresence } from './redis.ts';

const ANA = 'ana' as ProfileId;
const BIA = 'bia' as ProfileId;
const CAIO = 'caio' as ProfileId;

const conforms = (make: (clock: FakeClock) => Promise<Presence>): void => {
  const setUp = async () => {
    const clock = fakeClock();
    const presence = await make(clock);
    const online = async (): Promise<ProfileId[]> => [...(await presence.online([ANA, BIA, CAIO]))];
    return { clock, presence, online };
  };

  test('no profile is online at first', async () => {
    const { presence, online } = await setUp();
    expect(await online()).toEqual([]);
    expect(await presence.everyone()).toEqual([]);
    expect(await presence.online([])).toEqual(new Set());
  });

  test('a profile with a connection is online until it closes', async () => {
    const { presence, online } = await setUp();
    await presence.seen(ANA, 'a1');
    await presence.seen(CAIO, 'c1');
    expect(await online()).toEqual([ANA, CAIO]);
    expect((await presence.everyone()).sort()).toEqual([ANA, CAIO]);
    await presence.left(ANA, 'a1');
    expect(await online()).toEqual([CAIO]);
    expect(await presence.everyone()).toEqual([CAIO]);
  });

  test('closing one of two connections leaves the profile online', async () => {
    const { presence, online } = await setUp();
    await presence.seen(ANA, 'a1');
    await presence.seen(ANA, 'a2');
    await presence.left(ANA, 'a2');
    expect(await online()).toEqual([ANA]);
    await presence.left(ANA, 'a1');
    expect(await online()).toEqual([]);
  });

  test('a connection without renewal expires', async () => {
    const { clock, presence, online } = await setUp();
    await presence.seen(ANA, 'a1');
    await presence.seen(BIA, 'b1');
    clock.advance(PRESENCE_SECONDS * 1000 - 1);
    await presence.seen(BIA, 'b1');
    expect(await online()).toEqual([ANA, BIA]);
    clock.advance(1);
    expect(await online()).toEqual([BIA]);
    expect(await presence.everyone()).toEqual([BIA]);
  });

  test('the stale connection of a dead process does not outlive the fresh one', async () => {
    const { clock, presence, online } = await setUp();
    await presence.seen(ANA, 'dead');
    clock.advance(40_000);
    await presence.seen(ANA, 'fresh');
    clock.advance(40_000);
    expect(await online()).toEqual([ANA]);
    await presence.left(ANA, 'fresh');
    expect(await online()).toEqual([]);
    expect(await presence.everyone()).toEqual([]);
  });

  test('closing a connection twice, or an unknown one, changes nothing', async () => {
    const { presence, online } = await setUp();
    await presence.seen(ANA, 'a1');
    await presence.left(ANA, 'never');
    await presence.left(BIA, 'b1');
    expect(await online()).toEqual([ANA]);
  });
};

describe('memory', () => {
  conforms(async (clock) => memoryPresence(clock));
});

describe.skipIf(!redisInstalled)('redis (needs redis-server on the PATH)', () => {
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis();
    redis = await connectRedis(server.url, { warn() {}, info() {} });
  });
  afterAll(async () => {
    redis.destroy();
    await server.stop();
  });

  conforms(async (clock) => {
    await redis.flushDb();
    // A busy machine may answer late.
    return redisPresence({ redis, clock, inTime: createTimeout({ answerMs: 60_000 }) });
  });
});
