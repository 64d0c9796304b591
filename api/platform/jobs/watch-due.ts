// Wakes the workers of a queue when one of its jobs becomes due: a retry, or a job for later.
// NOTIFY wakes them for new jobs only.
import type { PgBoss } from 'pg-boss';
import type { Logger } from '../log/log.ts';
import { queuesWithDueJobs } from './store.ts';

/**
 * One query for all queues: a hundred workers that each poll every two seconds kept an idle server
 * busy. `workers` has the ids of the workers of each queue. The result stops watching, and resolves
 * when the last query has ended.
 */
export const watchDue = (
  boss: PgBoss,
  workers: ReadonlyMap<string, readonly string[]>,
  { log, everySeconds }: { log: Pick<Logger, 'debug'>; everySeconds: number },
): (() => Promise<void>) => {
  const names = [...workers.keys()];
  let looking = Promise.resolve();
  let isPolling = false;
  const look = async () => {
    isPolling = true;
    try {
      for (const name of await queuesWithDueJobs(boss.getDb(), names))
        for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
    } catch (error) {
      // The workers say it, too, and look by themselves after a while.
      log.debug({ err: error }, 'due jobs were not looked for');
    } finally {
      isPolling = false;
    }
  };
  const timer = setInterval(() => {
    if (!isPolling) looking = look();
  }, everySeconds * 1_000);
  return async () => {
    clearInterval(timer);
    await looking;
  };
};
