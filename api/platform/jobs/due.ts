// Runs waiting jobs here and now, for tests and commands; workers and polling play no part.
import type { Job, PgBoss } from 'pg-boss';
import type { DueRun } from './port.ts';
import { nextDue } from './store.ts';

/**
 * Above every other job's, so that a fetch from here upwards takes exactly the one that was raised
 * to it.
 */
const CHOSEN_PRIORITY = 1_000_000;
const LONG_AGO = new Date(0);

/**
 * Runs every job of the queues that is due at the given time; a failure is recorded and leaves the
 * job to be retried.
 */
export const dueRunner =
  (boss: PgBoss, names: string[], run: (job: Job<unknown>) => Promise<void>) =>
  async (now: Date): Promise<DueRun[]> => {
    const runs: DueRun[] = [];
    const seen: string[] = [];
    for (;;) {
      const due = await nextDue(boss.getDb(), names, now, seen);
      if (!due) return runs;
      seen.push(due.id);
      const job = await claim(boss, due.name, due.id);
      // A worker was faster.
      if (!job) continue;
      runs.push({ jobId: job.id, name: job.name, error: await runClaimed(boss, job, run) });
    }
  };

async function claim(boss: PgBoss, name: string, id: string): Promise<Job<unknown> | undefined> {
  await boss.update(name, undefined, { id, priority: CHOSEN_PRIORITY, startAfter: LONG_AGO });
  const [job] = await boss.fetch<unknown>(name, { minPriority: CHOSEN_PRIORITY });
  // Only workers get a signal from pg-boss.
  return job && { ...job, signal: AbortSignal.timeout(job.expireInSeconds * 1000) };
}

async function runClaimed(
  boss: PgBoss,
  job: Job<unknown>,
  run: (job: Job<unknown>) => Promise<void>,
): Promise<Error | null> {
  try {
    await run(job);
    await boss.complete(job.name, job);
    return null;
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    await boss.fail(job.name, job, failure);
    await boss.update(job.name, undefined, { id: job.id, priority: 0 });
    return failure;
  }
}
