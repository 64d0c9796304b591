// Presence shared by all processes: a sorted set of profiles, and one of connections for each, by
// when they are gone.
import type { ProfileId } from '@camarim/contract/ids';
import type { Clock } from '../clock/port.ts';
import { createTimeout, type WithTimeout } from '../redis/timeout.ts';
import type { Redis } from '../redis/redis.ts';
import { PRESENCE_SECONDS, type Presence } from './port.ts';

const PROFILES = 'presence';
const connectionsOf = (profileId: ProfileId): string => `presence:${profileId}`;

/**
 * The profile goes with its last connection; together, or another process's new connection could be
 * lost in between.
 */
const LEAVE = `
redis.call('ZREM', KEYS[1], ARGV[1])
local last = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
if last[2] and tonumber(last[2]) > tonumber(ARGV[3]) then
  redis.call('ZADD', KEYS[2], last[2], ARGV[2])
else
  redis.call('DEL', KEYS[1])
  redis.call('ZREM', KEYS[2], ARGV[2])
end
`;

export const redisPresence = ({
  redis,
  clock,
  inTime = createTimeout(),
}: {
  redis: Redis;
  clock: Clock;
  inTime?: WithTimeout;
}): Presence => ({
  async seen(profileId, connectionId) {
    const nowMs = clock.now().getTime();
    const score = nowMs + PRESENCE_SECONDS * 1000;
    await inTime(() =>
      redis
        .multi()
        .zAdd(connectionsOf(profileId), { score, value: connectionId })
        .expire(connectionsOf(profileId), PRESENCE_SECONDS)
        .zAdd(PROFILES, { score, value: profileId })
        // Connections whose process died.
        .zRemRangeByScore(PROFILES, '-inf', nowMs)
        .exec(),
    );
  },
  async left(profileId, connectionId) {
    await inTime(() =>
      redis.eval(LEAVE, {
        keys: [connectionsOf(profileId), PROFILES],
        arguments: [connectionId, profileId, String(clock.now().getTime())],
      }),
    );
  },
  async online(profileIds) {
    if (profileIds.length === 0) return new Set();
    const nowMs = clock.now().getTime();
    const scores = await inTime(() => redis.zmScore(PROFILES, [...profileIds]));
    return new Set(profileIds.filter((_, index) => (scores[index] ?? 0) > nowMs));
  },
  async everyone() {
    return (await inTime(() =>
      redis.zRangeByScore(PROFILES, `(${clock.now().getTime()}`, '+inf'),
    )) as ProfileId[];
  },
});
