// Jobs in PostgreSQL by pg-boss: enqueued in the caller's transaction, run by any process that
// works.
import { fromKysely, PgBoss, type Job } from 'pg-boss';
import type { Logger } from '../log/log.ts';
import { outages } from '../log/once-per-outage.ts';
import { dueRunner } from './due.ts';
import type { Attempt, Jobs } from './port.ts';
import { type Definition, exhaustedName, openQueues, scheduleCrons } from './queues.ts';
import { listJobs, withdrawJob } from './store.ts';
import { watchDue } from './watch-due.ts';

export type PgBossJobsOptions = {
  databaseUrl: string;
  log: Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;
  /** How long `stop` waits for running jobs. */
  stopTimeoutMs?: number;
  /** How often due jobs are looked for beside the database's NOTIFY. */
  pollSeconds?: number;
};

const STOP_TIMEOUT_MS = 20_000;
const LIST_LIMIT = 50;
const CONNECTIONS = { working: 4, enqueueing: 2 };

/**
 * How often pg-boss checks for workers without a heartbeat for HEARTBEAT_SECONDS (queues.ts).
 */
const SUPERVISE_SECONDS = 5;
const HEARTBEAT_REFRESH_SECONDS = 3;
const POLL_SECONDS = 2;
/** How often each worker looks by itself, in case it was not woken (watch-due.ts). */
const WORKER_POLL_SECONDS = 60;
const MAINTENANCE_SECONDS = 3_600;

/** Opens no connection before `start`. */
export function pgBossJobs<Payloads>({
  databaseUrl,
  log,
  stopTimeoutMs = STOP_TIMEOUT_MS,
  pollSeconds = POLL_SECONDS,
}: PgBossJobsOptions): Jobs<Payloads> {
  const definitions = new Map<string, Definition>();
  let boss: PgBoss | undefined;
  let stopWatching = async (): Promise<void> => undefined;

  const started = (): PgBoss => {
    if (!boss) throw new Error('jobs are used before start()');
    return boss;
  };
  const defined = (name: string): Definition => {
    const definition = definitions.get(name);
    if (!definition) throw new Error(`job ${name} is not defined`);
    return definition;
  };

  return {
    define(name, options, handler) {
      if (boss) throw new Error(`job ${name} is defined after start()`);
      if (definitions.has(name)) throw new Error(`job ${name} is defined twice`);
      // The map forgets the payload's type; `enqueue` lets in only what the name's handler takes.
      definitions.set(name, { options, handler } as unknown as Definition);
    },
    ...enqueuing<Payloads>(started, defined),
    async start({ work }) {
      const opening = open(databaseUrl, work, log);
      try {
        await opening.start();
        await openQueues(opening, definitions);
      } catch (error) {
        await opening.stop({ graceful: false });
        throw error;
      }
      boss = opening;
      if (!work) return;
      const workers = new Map<string, string[]>();
      for (const [name, definition] of definitions) {
        workers.set(name, await startWorkers(opening, name, definition, log));
        const exhausted = await startExhaustedWorker(opening, name, definition, log);
        if (exhausted) workers.set(exhaustedName(name), [exhausted]);
      }
      stopWatching = watchDue(opening, workers, { log, everySeconds: pollSeconds });
      await scheduleCrons(opening, definitions);
    },
    async stop() {
      const ending = boss;
      boss = undefined;
      // At once: a job that ends while due jobs are looked for would be followed by another.
      await Promise.all([ending && leaveQueues(ending, queueNames(definitions)), stopWatching()]);
      if (ending) await close(ending, { log, stopTimeoutMs });
    },
    list: ({ name, state, limit = LIST_LIMIT } = {}) =>
      listJobs(started().getDb(), queueNames(definitions), { name, state, limit }),
    async retry(name, jobId) {
      await started().retry(name, jobId);
    },
    async cancel(name, jobId) {
      await started().cancel(name, jobId);
    },
    runDue: (now) =>
      dueRunner(started(), queueNames(definitions), (job) => runOnce(definitions, job))(now),
  };
}

/** What adds and withdraws jobs with the caller's transaction. */
function enqueuing<Payloads>(
  started: () => PgBoss,
  defined: (name: string) => Definition,
): Pick<Jobs<Payloads>, 'enqueue' | 'enqueueMany' | 'withdraw'> {
  return {
    async enqueue(tx, name, data, { startAfter } = {}) {
      const singletonKey = defined(name).options.singletonKey?.(data);
      return started().send(name, data as object, {
        db: fromKysely(tx),
        ...(startAfter && { startAfter }),
        ...(singletonKey !== undefined && { singletonKey }),
      });
    },
    async enqueueMany(tx, name, data) {
      if (data.length === 0) return;
      const { singletonKey } = defined(name).options;
      const jobs = data.map((one) => ({
        data: one as object,
        ...(singletonKey && { singletonKey: singletonKey(one) }),
      }));
      await started().insert(name, jobs, { db: fromKysely(tx) });
    },
    async withdraw(tx, name, data) {
      const singletonKey = defined(name).options.singletonKey?.(data);
      if (singletonKey === undefined)
        throw new Error(`job ${name} has no singleton key to withdraw it by`);
      await withdrawJob(fromKysely(tx), name, singletonKey);
    },
  };
}

function open(connectionString: string, work: boolean, log: PgBossJobsOptions['log']): PgBoss {
  const boss = new PgBoss({
    connectionString,
    application_name: 'camarim jobs',
    max: work ? CONNECTIONS.working : CONNECTIONS.enqueueing,
    supervise: work,
    schedule: work,
    useListenNotify: work,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
  });
  // While the database is away each of its loops fails each time.
  const failures = outages();
  boss.on('error', (error) =>
    failures.begins()
      ? log.error({ err: error }, 'job queue failed')
      : log.debug({ err: error }, 'job queue failed again'),
  );
  // Its data is left out: it may hold the values of a slow statement.
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'job queue warns'));
  return boss;
}

/**
 * Its workers begin no other job. pg-boss closes its LISTEN connection before it stops its workers:
 * a job that ends between the two would be followed by another.
 */
const leaveQueues = (boss: PgBoss, queues: string[]): Promise<unknown> =>
  Promise.all(queues.map((name) => boss.offWork(name, { wait: false })));

async function close(
  boss: PgBoss,
  { log, stopTimeoutMs }: Required<Pick<PgBossJobsOptions, 'log' | 'stopTimeoutMs'>>,
): Promise<void> {
  await boss.stop({ graceful: true, timeout: stopTimeoutMs });
  // Its listening connection may outlive it by a moment, and says so when the server goes.
  boss
    .removeAllListeners('error')
    .on('error', (error) => log.debug({ err: error }, 'a stopped job queue complains'));
}

const POLLING = {
  batchSize: 1,
  pollingIntervalSeconds: WORKER_POLL_SECONDS,
  notifyPollingIntervalSeconds: WORKER_POLL_SECONDS,
};

/**
 * One pg-boss worker per slot, each of one job at a time: a batch would wait for its slowest job. A
 * worker that did a job wakes itself, or it would drain a backlog at one job per poll. The ids of
 * the workers.
 */
async function startWorkers(
  boss: PgBoss,
  name: string,
  definition: Definition,
  log: PgBossJobsOptions['log'],
): Promise<string[]> {
  const workers: string[] = [];
  for (let slot = 0; slot < definition.options.concurrency; slot++) {
    const workerId = await boss.work<unknown>(
      name,
      { ...POLLING, heartbeatRefreshSeconds: HEARTBEAT_REFRESH_SECONDS },
      async ([job]) => {
        if (!job) return;
        try {
          await definition.handler(job.data, attemptOf(job, definition));
        } catch (error) {
          log.warn(
            { err: error, job: name, jobId: job.id, attempt: job.retryCount + 1 },
            'job attempt failed',
          );
          throw error;
        } finally {
          boss.notifyWorker(workerId);
        }
      },
    );
    workers.push(workerId);
  }
  return workers;
}

/** The worker of what a job does after its last attempt, when it does something. */
async function startExhaustedWorker(
  boss: PgBoss,
  name: string,
  { options: { exhausted } }: Definition,
  log: PgBossJobsOptions['log'],
): Promise<string | undefined> {
  if (!exhausted) return undefined;
  return boss.work<unknown>(exhaustedName(name), POLLING, async ([job]) => {
    if (!job) return;
    log.error({ job: name, jobId: job.id }, 'job gave up');
    await exhausted(job.data);
  });
}

async function runOnce(definitions: Map<string, Definition>, job: Job<unknown>): Promise<void> {
  const definition = definitions.get(job.name);
  if (definition) return definition.handler(job.data, attemptOf(job, definition));
  const owner = [...definitions].find(([name]) => exhaustedName(name) === job.name)?.[1];
  return owner?.options.exhausted?.(job.data);
}

const attemptOf = (job: Job<unknown>, { options }: Definition): Attempt => ({
  jobId: job.id,
  number: job.retryCount + 1,
  last: job.retryCount >= options.retries,
  signal: job.signal,
});

const queueNames = (definitions: Map<string, Definition>): string[] =>
  [...definitions].flatMap(([name, { options }]) =>
    options.exhausted ? [name, exhaustedName(name)] : [name],
  );
