// Background jobs: enqueued in the transaction that needs them, then run at least once by a worker.
import type { Database } from '../database/database.ts';

/**
 * Name -> payload of every job. Each feature adds its own where it defines them:
 * `declare module '…/platform/jobs/port.ts' { interface JobPayloads { … } }`.
 * Payloads carry ids and small facts, never personal data: they stay readable in the database for a
 * while.
 */
export interface JobPayloads {}

export type JobName<Payloads> = Extract<keyof Payloads, string>;

export type JobOptions<Data> = {
  /** Further attempts after a first one that failed, ran out of time or lost its process. */
  retries: number;
  /** Wait before the second attempt; each next wait is about twice as long, up to an hour. */
  backoffSeconds: number;
  /** Time an attempt may take before it counts as failed and its signal is aborted. */
  expireSeconds: number;
  /** Jobs of this name that one worker process runs at the same time. */
  concurrency: number;
  /** While a job with the same key waits or runs, enqueueing another changes nothing. */
  singletonKey?: (data: Data) => string;
  /**
   * Also enqueued by the clock: five fields in São Paulo's time, to the minute. Only for jobs that
   * need no payload.
   */
  cron?: Record<never, never> extends Data ? string : never;
  /**
   * Called when the last attempt is over and failed, even if every one of them took its process
   * down.
   */
  exhausted?: (data: Data) => Promise<void>;
};

/** One attempt of a job. */
export type Attempt = {
  jobId: string;
  /** 1 for the first. */
  number: number;
  /** No retry follows this one. */
  last: boolean;
  /** Aborted when the attempt runs out of time or its worker has to stop. */
  signal: AbortSignal;
};

/** Must be idempotent: a worker may die after the work and before it is recorded. */
export type JobHandler<Data> = (data: Data, attempt: Attempt) => Promise<void>;

const JOB_STATES = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A job as an operator sees it. */
export type JobRecord = {
  id: string;
  name: string;
  state: JobState;
  data: unknown;
  retries: number;
  createdAt: Date;
  startAfter: Date;
  completedAt: Date | null;
  /** Message of the last failure. */
  error: string | null;
};

/** What `runDue` did with one job. */
export type DueRun = { jobId: string; name: string; error: Error | null };

export type Jobs<Payloads = JobPayloads> = {
  /**
   * Declares a job and what does it. Every process declares all jobs before `start`, also those
   * that only enqueue.
   */
  define<Name extends JobName<Payloads>>(
    name: Name,
    options: JobOptions<Payloads[Name]>,
    handler: JobHandler<Payloads[Name]>,
  ): void;
  /**
   * Adds a job with the given transaction, so it exists only if that commits. Returns its id, or
   * null when its singleton key was taken. It wakes workers by NOTIFY, which makes concurrent
   * commits queue: not for the tip's hot path.
   */
  enqueue<Name extends JobName<Payloads>>(
    tx: Database,
    name: Name,
    data: Payloads[Name],
    options?: { startAfter?: Date },
  ): Promise<string | null>;
  /**
   * Adds a job for each payload by one statement; those whose singleton key is taken are left out.
   */
  enqueueMany<Name extends JobName<Payloads>>(
    tx: Database,
    name: Name,
    data: readonly Payloads[Name][],
  ): Promise<void>;
  /**
   * Ends, with the given transaction, the waiting or running job that holds the singleton key of
   * this payload, so that another can be enqueued at once.
   */
  withdraw<Name extends JobName<Payloads>>(
    tx: Database,
    name: Name,
    data: Payloads[Name],
  ): Promise<void>;
  /** Opens the queues; with `work`, this process also runs jobs and the clock of cron jobs. */
  start(options: { work: boolean }): Promise<void>;
  /**
   * Takes no more jobs and waits for running ones; those not done in time go back to be retried.
   */
  stop(): Promise<void>;
  /** The newest jobs first. */
  list(filter?: { name?: string; state?: JobState; limit?: number }): Promise<JobRecord[]>;
  /** Gives a failed job another attempt. */
  retry(name: string, jobId: string): Promise<void>;
  /** Ends a job that is not completed. */
  cancel(name: string, jobId: string): Promise<void>;
  /**
   * Runs here, one after another, every job that is due at `now`, and those these jobs add, each at
   * most once. For tests, whose clock is not the database's, and for commands.
   */
  runDue(now: Date): Promise<DueRun[]>;
};
