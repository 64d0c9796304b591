// One connection to Redis, for the adapters that share state between processes.
import { createClient, type RedisClientType } from '@redis/client';
import type { Logger } from '../log/log.ts';

export type Redis = RedisClientType;

const PREFIX = 'camarim:';
const CONNECT_TIMEOUT_MS = 5_000;
const RECONNECT_MAX_MS = 2_000;

/**
 * Connects, or fails when Redis can't be reached now. A connection lost later is made again for
 * ever; until then commands fail at once instead of waiting, so that each adapter can decide what
 * an outage means. All keys get one prefix.
 */
export async function connectRedis(
  url: string,
  log: Pick<Logger, 'warn' | 'info'>,
): Promise<Redis> {
  let reached = false;
  let down = false;
  const redis: Redis = createClient({
    url,
    keyPrefix: PREFIX,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (retries, cause) =>
        reached ? Math.min(50 * 2 ** Math.min(retries, 8), RECONNECT_MAX_MS) : cause,
    },
  });
  redis.on('error', (error: Error) => {
    if (!down) log.warn({ err: error }, 'Redis is away');
    down = true;
  });
  redis.on('ready', () => {
    if (down) log.info('Redis is back');
    down = false;
  });
  await redis.connect();
  reached = true;
  return redis;
}
