// Advisory locks by name across all processes, on one connection beside the pool: holding a lock
// takes no connection from requests and transactions.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { PreparingClient } from './database.ts';
import { queuesByName } from './queues-by-name.ts';

/** Other work held the name for longer than the caller waits. */
export class LockNotAcquired extends Error {}

/** The reason of the abort of work that is not needed any more. */
export class WorkCancelled extends Error {}

export type LockOptions = {
  /** How long to wait for other work that holds the name. */
  waitMs?: number;
  /** Stops the waiting and the work. */
  signal?: AbortSignal;
  /**
   * For work of minutes and hours: called every two seconds, after a check of the lock's
   * connection. The work is aborted when it resolves to false.
   */
  stillNeeded?: () => Promise<boolean>;
};

export type AdvisoryLocks = {
  /**
   * Runs `work` while nothing else in the whole installation holds `name`. Its signal is aborted
   * when the lock is lost with its connection, because other work may begin then; with the given
   * signal; and with WorkCancelled. Not reentrant: work that locks its own name again times out.
   * Never call it inside a transaction: a pooled connection would wait with it. Throws
   * LockNotAcquired.
   */
  withLock<T>(
    name: string,
    work: (signal: AbortSignal) => Promise<T>,
    options?: LockOptions,
  ): Promise<T>;
  /** Whether work of any process holds the name right now. */
  isHeld(name: string): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * Most gateways answer well within this; work that times out is retried later.
 */
const WAIT_MS = 15_000;
/** For a name that another process holds; callers of one process wait in a queue. */
const RETRY_MS = 50;
const WATCH_EVERY_MS = 2_000;

const TRY_LOCK = 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held';
const UNLOCK = 'SELECT pg_advisory_unlock(hashtextextended($1, 0)) AS held';

/**
 * The connection that holds this process's locks; `lost` is aborted when it is gone, and all its
 * locks with it.
 */
type Session = {
  lost: AbortSignal;
  ask: (statement: string, name: string) => Promise<boolean>;
  end: () => Promise<void>;
};

const openSession = async (pool: pg.Pool, onLost: () => void): Promise<Session> => {
  // The client ends itself when the server is silent for too long; that releases a lock whose reply
  // was lost.
  const client: pg.Client = new PreparingClient({
    ...pool.options,
    application_name: 'camarim locks',
  });
  const lost = new AbortController();
  const lose = (error?: Error): void => {
    onLost();
    lost.abort(error ?? new Error('the connection of the locks ended'));
  };
  client.on('error', lose);
  client.on('end', () => lose());
  await client.connect();
  let asking: Promise<unknown> = Promise.resolve();
  return {
    lost: lost.signal,
    // One statement at a time: the connection is shared by all locks of this process.
    ask: (statement, name) => {
      const answer = asking.then(() => client.query<{ held: boolean }>(statement, [name]));
      asking = answer.catch(() => undefined);
      return answer.then(({ rows }) => rows[0]?.held === true);
    },
    end: () => client.end(),
  };
};

/**
 * Aborts when the work is not needed any more, and when the lock's connection does not answer.
 */
const watchLockedWork = (
  session: Session,
  stillNeeded: () => Promise<boolean>,
): { signal: AbortSignal; end(): Promise<void> } => {
  const stop = new AbortController();
  const look = async (): Promise<void> => {
    await session.ask('SELECT $1::text IS NOT NULL AS held', 'heard');
    if (!(await stillNeeded())) throw new WorkCancelled('the work is not needed any more');
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => stop.abort(error));
  }, WATCH_EVERY_MS);
  return {
    signal: stop.signal,
    end: () => {
      clearInterval(timer);
      return looking;
    },
  };
};

/** Runs the work with the signal that `withLock` promises. */
const runLocked = async <T>(
  current: Session,
  work: (signal: AbortSignal) => Promise<T>,
  { signal, stillNeeded }: LockOptions,
): Promise<T> => {
  const watch = stillNeeded && watchLockedWork(current, stillNeeded);
  try {
    return await work(
      AbortSignal.any([
        current.lost,
        ...(signal ? [signal] : []),
        ...(watch ? [watch.signal] : []),
      ]),
    );
  } finally {
    await watch?.end();
  }
};

/**
 * Opens the connection at the first lock. PostgreSQL keeps a lock for as long as its connection
 * lives: a process that stalls keeps it, one that dies loses it at once. A lease with an expiry
 * would do the opposite in both cases.
 */
export const createAdvisoryLocks = (pool: pg.Pool, defaultWaitMs = WAIT_MS): AdvisoryLocks => {
  let opening: Promise<Session> | null = null;
  // One connection may take the same advisory lock twice, so this process's own callers are kept
  // apart here.
  const queues = queuesByName();

  const session = (): Promise<Session> => {
    if (opening) return opening;
    const forget = (): void => {
      // A broken connection emits several events; at the later ones another connection may be in
      // use.
      if (opening === opened) opening = null;
    };
    const opened = openSession(pool, forget);
    opened.catch(forget);
    opening = opened;
    return opened;
  };

  const lock = async (name: string, deadline: AbortSignal): Promise<Session | null> => {
    for (;;) {
      const current = await session();
      if (await current.ask(TRY_LOCK, name)) return current;
      await sleep(RETRY_MS, undefined, { signal: deadline }).catch(() => undefined);
      if (deadline.aborted) return null;
    }
  };

  return {
    withLock: async (name, work, options = {}) => {
      const { waitMs = defaultWaitMs, signal } = options;
      const deadline = AbortSignal.any([AbortSignal.timeout(waitMs), ...(signal ? [signal] : [])]);
      const busy = (): unknown =>
        signal?.aborted ? signal.reason : new LockNotAcquired(`${name} is held by other work`);
      if (!(await queues.enter(name, deadline))) throw busy();
      try {
        const current = await lock(name, deadline);
        if (!current) throw busy();
        try {
          return await runLocked(current, work, options);
        } finally {
          // A broken connection has released its locks already.
          if (!current.lost.aborted) await current.ask(UNLOCK, name).catch(() => undefined);
        }
      } finally {
        queues.leave(name);
      }
    },
    isHeld: async (name) => {
      if (queues.has(name)) return true;
      const current = await session();
      if (!(await current.ask(TRY_LOCK, name))) return true;
      await current.ask(UNLOCK, name);
      return false;
    },
    close: async () => {
      const current = await opening?.catch(() => null);
      await current?.end().catch(() => undefined);
    },
  };
};
