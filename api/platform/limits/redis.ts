// Limits shared by all processes of an installation.
import type { Clock } from '../clock/port.ts';
import type { Logger } from '../log/log.ts';
import { createTimeout, type WithTimeout } from '../redis/timeout.ts';
import type { Redis } from '../redis/redis.ts';
import { memoryLimits } from './memory.ts';
import type { Limits } from './port.ts';

/**
 * The arithmetic of bucket.ts where the number lives, so that two processes can't take the same
 * one. A number is kept for the whole window: it expires by the clock of Redis, which may be ahead
 * of the caller's, and a number that is lost early would give its calls again.
 */
const TAKE = `
local now, window, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local latest = now + window + 0.0005
local before = tonumber(redis.call('GET', KEYS[1]) or now)
if before > latest or before < now then before = now end
local after = before + cost
local allowed = after <= latest
local settled = before
if allowed then
  settled = after
  redis.call('SET', KEYS[1], string.format('%.6f', after), 'PX', ARGV[2])
end
local remaining = math.max(0, math.floor((window - (settled - now)) / cost + 1e-6))
local wait = after - window - now
if allowed then wait = settled - now end
return { allowed and 1 or 0, remaining, math.max(1, math.ceil(wait / 1000)) }
`;

/**
 * During an outage of Redis each process counts on its own: refusing all calls would turn its
 * outage into ours.
 */
export const redisLimits = ({
  redis,
  clock,
  log,
  inTime = createTimeout(),
}: {
  redis: Redis;
  clock: Clock;
  log: Pick<Logger, 'debug'>;
  inTime?: WithTimeout;
}): Limits => {
  const own = memoryLimits({ clock });
  return {
    async take(key, rule) {
      const windowMs = rule.windowSeconds * 1000;
      const call = {
        keys: [`limit:${key}`],
        arguments: [clock.now().getTime(), windowMs, windowMs / rule.limit].map(String),
      };
      try {
        const [allowed, remaining, resetsInSeconds] = (await inTime(() =>
          redis.eval(TAKE, call),
        )) as [number, number, number];
        return { allowed: allowed === 1, remaining, resetsInSeconds };
      } catch (error) {
        log.debug({ err: error }, 'a limit is counted in this process only');
        return own.take(key, rule);
      }
    },
  };
};
