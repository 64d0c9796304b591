// The bus of an installation with several processes: a Redis stream that every process reads.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log/log.ts';
import { createTimeout } from '../redis/timeout.ts';
import { connectRedis } from '../redis/redis.ts';
import type { Bus } from './port.ts';
import { createSubscribers } from './subscribers.ts';
import { bodyFor, readEntry } from './version-before.ts';

const STREAM = 'bus';
/** Old entries serve readers that lost their connection for a moment. */
const KEPT_ENTRIES = 20_000;
const READ_COUNT = 500;
const BLOCK_MS = 5_000;
const RETRY_MS = 200;
/**
 * After this time the outbox publishes the event again, so a late answer means that it is sent
 * twice.
 */
const PUBLISH_MS = 1_000;

/**
 * A stream and not Redis's publish and subscribe, which forgets what a reader missed while it was
 * connecting again: here it goes on from its last entry.
 */
export async function redisBus({
  url,
  log,
}: {
  url: string;
  log: Pick<Logger, 'error' | 'warn' | 'info'>;
}): Promise<Bus> {
  const subscribers = createSubscribers(log);
  const writer = await connectRedis(url, log);
  // A blocking read occupies its connection.
  const reader = await connectRedis(url, log);
  const newest = await writer.xRevRange(STREAM, '+', '-', { COUNT: 1 });
  let position = newest?.[0]?.id ?? '0-0';
  let closed = false;

  const read = async (): Promise<void> => {
    const streams = await reader.xRead(
      { key: STREAM, id: position },
      { BLOCK: BLOCK_MS, COUNT: READ_COUNT },
    );
    for (const { id, message } of streams?.[0]?.messages ?? []) {
      position = id;
      const entry = readEntry(message['channel'] ?? '', message['body'] ?? 'null');
      subscribers.deliver(entry.channel, entry.message);
    }
  };
  const readForEver = async (): Promise<void> => {
    while (!closed) {
      try {
        await read();
      } catch (error) {
        if (closed) return;
        log.warn({ err: error }, 'the bus could not be read');
        await sleep(RETRY_MS);
      }
    }
  };
  const reading = readForEver();
  const inTime = createTimeout({ answerMs: PUBLISH_MS });

  return {
    async publish(channel, message) {
      const entry = { channel, body: bodyFor(channel, message) };
      await inTime(() =>
        writer.xAdd(STREAM, '*', entry, {
          TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: KEPT_ENTRIES },
        }),
      );
    },
    subscribe: (channel, handler) => subscribers.add(channel, handler),
    async close() {
      closed = true;
      reader.destroy();
      await reading;
      writer.destroy();
    },
  };
}
