// What every bus must do; for the bus on Redis also between two processes and through a restart.
import type { SessionId } from '@camarim/contract/ids';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { redisInstalled, startRedis, type RedisServer } from '../../testing/redis-server.ts';
import { connectRedis } from '../redis/redis.ts';
import { inProcessBus } from './in-process.ts';
import type { Bus, BusMessages } from './port.ts';
import { redisBus } from './redis.ts';

type EndedSessions = BusMessages['sessionsEnded'];
const ended = (...ids: (string | number)[]): EndedSessions => ({
  sessionIds: ids.map((id) => `s${id}` as SessionId),
});
const logged = vi.fn<() => void>();
const log = { error: () => logged(), warn() {}, info() {} };

const open: Bus[] = [];
afterEach(async () => {
  for (const bus of open.splice(0)) await bus.close();
  logged.mockClear();
});
const kept = (bus: Bus): Bus => {
  open.push(bus);
  return bus;
};

const conforms = (make: () => Promise<Bus>): void => {
  test('every subscriber of a channel gets each message published after it subscribed', async () => {
    const bus = kept(await make());
    const before: EndedSessions[] = [];
    bus.subscribe('sessionsEnded', (message) => before.push(message));
    await bus.publish('sessionsEnded', ended('early'));
    await expect.poll(() => before).toEqual([ended('early')]);
    const first: EndedSessions[] = [];
    const second: EndedSessions[] = [];
    bus.subscribe('sessionsEnded', (message) => first.push(message));
    bus.subscribe('sessionsEnded', (message) => second.push(message));
    await bus.publish('sessionsEnded', ended(1));
    await expect.poll(() => [first, second]).toEqual([[ended(1)], [ended(1)]]);
  });

  test('a subscriber of one channel gets no message of another', async () => {
    const bus = kept(await make());
    const events = vi.fn<() => void>();
    const sessions = vi.fn<() => void>();
    bus.subscribe('realtime', events);
    bus.subscribe('sessionsEnded', sessions);
    await bus.publish('sessionsEnded', ended(1));
    await expect.poll(() => sessions).toHaveBeenCalledOnce();
    expect(events).not.toHaveBeenCalled();
  });

  test('messages of one publisher arrive in order', async () => {
    const bus = kept(await make());
    const heard: EndedSessions[] = [];
    bus.subscribe('sessionsEnded', (message) => heard.push(message));
    const sent = Array.from({ length: 500 }, (_, index) => ended(index));
    for (const message of sent) await bus.publish('sessionsEnded', message);
    await expect.poll(() => heard).toEqual(sent);
  });

  test('a cancelled subscription gets no further message', async () => {
    const bus = kept(await make());
    const quitter = vi.fn<() => void>();
    const stayer = vi.fn<() => void>();
    const stop = bus.subscribe('sessionsEnded', quitter);
    bus.subscribe('sessionsEnded', stayer);
    stop();
    await bus.publish('sessionsEnded', ended(1));
    await expect.poll(() => stayer).toHaveBeenCalledOnce();
    expect(quitter).not.toHaveBeenCalled();
  });

  test('a handler that throws is logged, and other handlers still run', async () => {
    const bus = kept(await make());
    const heard: EndedSessions[] = [];
    bus.subscribe('sessionsEnded', () => {
      throw new Error('broken handler');
    });
    bus.subscribe('sessionsEnded', (message) => heard.push(message));
    await bus.publish('sessionsEnded', ended(1));
    await bus.publish('sessionsEnded', ended(2));
    await expect.poll(() => heard).toEqual([ended(1), ended(2)]);
    expect(logged).toHaveBeenCalledTimes(2);
  });

  test("a subscriber gets a copy of the message, not the publisher's object", async () => {
    const bus = kept(await make());
    const heard: EndedSessions[] = [];
    bus.subscribe('sessionsEnded', (message) => heard.push(message));
    const mine = ended(1);
    await bus.publish('sessionsEnded', mine);
    await expect.poll(() => heard).toEqual([mine]);
    expect(heard[0]).not.toBe(mine);
  });
};

describe('in process', () => {
  conforms(async () => inProcessBus(log));
});

describe.skipIf(!redisInstalled)('redis (needs redis-server on the PATH)', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());
  const make = (): Promise<Bus> => redisBus({ url: server.url, log });

  conforms(make);

  test('a message of one process reaches another process', async () => {
    const [here, there] = [kept(await make()), kept(await make())];
    const heard: EndedSessions[] = [];
    there.subscribe('sessionsEnded', (message) => heard.push(message));
    await here.publish('sessionsEnded', ended(1));
    await expect.poll(() => heard).toEqual([ended(1)]);
  });

  test('a subscriber gets the messages that were published while its connection was broken', async () => {
    const there = kept(await make());
    const heard: EndedSessions[] = [];
    there.subscribe('sessionsEnded', (message) => heard.push(message));
    const operator = await connectRedis(server.url, log);
    const body = JSON.stringify(ended('while-broken'));
    // In one transaction of Redis, so that nothing connects again in between.
    const [killed] = await operator
      .multi()
      .clientKill({ filter: 'SKIPME', skipMe: true })
      .xAdd('bus', '*', { channel: 'sessionsEnded', body })
      .exec();
    expect(killed).toBeGreaterThan(0);
    await expect.poll(() => heard).toEqual([ended('while-broken')]);
    operator.destroy();
  });

  test('publishing fails at once while Redis is down, and works again afterwards', async () => {
    const [here, there] = [kept(await make()), kept(await make())];
    const heard: EndedSessions[] = [];
    there.subscribe('sessionsEnded', (message) => heard.push(message));
    await server.stop();
    // Before it is up again: nothing waits for that.
    await expect(here.publish('sessionsEnded', ended('lost'))).rejects.toThrow(/closed|offline/i);
    await server.restart();
    const publish = () => here.publish('sessionsEnded', ended('found'));
    await expect.poll(() => publish().then(() => 'published', String)).toBe('published');
    // A publication that was answered late is repeated.
    await expect.poll(() => heard[0]).toEqual(ended('found'));
  });

  test('a bus without a reachable Redis does not open', async () => {
    await expect(redisBus({ url: 'redis://127.0.0.1:1', log })).rejects.toThrow('ECONNREFUSED');
  });
});
