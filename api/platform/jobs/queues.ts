// The pg-boss settings of each declared job: its queue, its dead-letter queue, and its schedule.
import { SAO_PAULO } from '@camarim/contract/time';
import type { PgBoss, QueueOptions, QueuePolicy, QueueResult } from 'pg-boss';
import type { JobHandler, JobOptions } from './port.ts';

/** A declared job; payloads are typed at the port and opaque in here. */
export type Definition = { options: JobOptions<unknown>; handler: JobHandler<unknown> };

/**
 * A killed worker's job is retried once its heartbeat is this old; the least that pg-boss allows.
 */
const HEARTBEAT_SECONDS = 10;
const BACKOFF_MAX_SECONDS = 3_600;
/**
 * Completed and failed jobs stay readable for an operator, and are few enough to count every few
 * seconds.
 */
const KEEP_SECONDS = 3 * 86_400;
const EXHAUSTED = { retryLimit: 10, retryDelay: 5, expireInSeconds: 300 };

type QueueSettings = Required<
  Pick<
    QueueOptions,
    | 'retryLimit'
    | 'retryDelay'
    | 'expireInSeconds'
    | 'retryBackoff'
    | 'retryDelayMax'
    | 'heartbeatSeconds'
    | 'deleteAfterSeconds'
  >
> & {
  policy: QueuePolicy;
  notify: boolean;
  deadLetter?: string;
};

/** The queue of a job's payloads whose last attempt failed. */
export const exhaustedName = (name: string): string => `${name}.exhausted`;

/** Creates the queues that are missing and brings the settings of the others up to date. */
export async function openQueues(
  boss: PgBoss,
  definitions: Map<string, Definition>,
): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const [name, definition] of definitions) {
    // First, because a queue may only name a dead-letter queue that exists.
    if (definition.options.exhausted)
      await openQueue(boss, exhaustedName(name), exhaustedSettings, known);
    await openQueue(boss, name, settingsOf(name, definition), known);
  }
}

async function openQueue(
  boss: PgBoss,
  name: string,
  settings: QueueSettings,
  known: Map<string, QueueResult>,
): Promise<void> {
  const existing = known.get(name);
  if (!existing) return boss.createQueue(name, settings);
  const { policy, ...changeable } = settings;
  // The policy is part of every row's unique index, so it stays for the queue's life.
  if (existing.policy !== policy)
    throw new Error(`job ${name} gained or lost its singleton key; give the job a new name`);
  const differs = Object.entries({ deadLetter: undefined, ...changeable }).some(
    ([key, value]) => (existing[key as keyof QueueResult] ?? undefined) !== value,
  );
  if (differs)
    await boss.updateQueue(name, { ...changeable, deadLetter: settings.deadLetter ?? null });
}

function settingsOf(name: string, { options }: Definition): QueueSettings {
  return {
    ...shared,
    // Exclusive: one waiting or running job per key. A clock's job has one key, so that a slow run
    // is not joined by the next.
    policy: options.singletonKey || options.cron ? 'exclusive' : 'standard',
    retryLimit: options.retries,
    retryDelay: options.backoffSeconds,
    expireInSeconds: options.expireSeconds,
    ...(options.exhausted && { deadLetter: exhaustedName(name) }),
  };
}

const shared = {
  retryBackoff: true,
  retryDelayMax: BACKOFF_MAX_SECONDS,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  deleteAfterSeconds: KEEP_SECONDS,
  notify: true,
};
const exhaustedSettings: QueueSettings = { ...shared, ...EXHAUSTED, policy: 'standard' };

/**
 * Makes the schedules match the declared jobs; a run that was missed while no process ran is made
 * up for once.
 */
export async function scheduleCrons(
  boss: PgBoss,
  definitions: Map<string, Definition>,
): Promise<void> {
  for (const { name } of await boss.getSchedules()) {
    if (!definitions.get(name)?.options.cron) await boss.unschedule(name);
  }
  for (const [name, { options }] of definitions) {
    if (!options.cron) continue;
    const singletonKey = options.singletonKey?.({});
    await boss.schedule(
      name,
      options.cron,
      {},
      { tz: SAO_PAULO, missed: 'once', ...(singletonKey !== undefined && { singletonKey }) },
    );
  }
}
