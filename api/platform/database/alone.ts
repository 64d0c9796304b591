// One holder of a name at a time in the whole installation: a lock that PostgreSQL lets go of when its holder's connection ends.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Somebody else holds the name, and is alive: their connection is. */
export class HeldElsewhere extends Error {}

/** Why the work was stopped: its reason is gone. */
export class Unwanted extends Error {}

/** One holder may be about to let go when the next one comes. */
const WAIT_MS = 5_000;
const ASK_AGAIN_MS = 100;
const WATCH_EVERY_MS = 2_000;

export type Alone = {
  /** What is held, in the words of whoever asks. */
  name: string;
  signal: AbortSignal;
  /** Whether the work still has a reason; asked every two seconds while it runs. */
  wanted: () => Promise<boolean>;
};

const lock = async (client: pg.PoolClient, name: string, signal: AbortSignal): Promise<boolean> => {
  for (let waitedMs = 0; waitedMs <= WAIT_MS; waitedMs += ASK_AGAIN_MS) {
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held', [name]);
    if (rows[0]?.held) return true;
    await sleep(ASK_AGAIN_MS, undefined, { signal });
  }
  return false;
};

/**
 * Runs `work` while nobody else holds the name. Its signal is aborted with the given one, with Unwanted when the work has
 * no reason any more, and when the connection breaks, because then somebody else may begin. Throws HeldElsewhere.
 */
export const alone = async <T>(pool: pg.Pool, { name, signal, wanted }: Alone, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  const lost = new AbortController();
  const onError = (error: Error): void => lost.abort(error);
  client.on('error', onError);
  let broken = true;
  try {
    if (!(await lock(client, name, signal))) {
      broken = false;
      throw new HeldElsewhere(`${name} is held by somebody else`);
    }
    const watch = watchOver(client, wanted, onError);
    try {
      return await work(AbortSignal.any([signal, lost.signal]));
    } finally {
      await watch.end();
      broken = !(await unlock(client, name));
    }
  } finally {
    client.off('error', onError);
    // A connection that may still hold the lock is not for anybody else.
    client.release(broken);
  }
};

const unlock = (client: pg.PoolClient, name: string): Promise<boolean> =>
  client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]).then(() => true, () => false);

/** Asks now and then by the lock's own connection first: when that is gone, so is the lock. */
const watchOver = (client: pg.PoolClient, wanted: () => Promise<boolean>, stop: (reason: Error) => void): { end(): Promise<void> } => {
  const ask = async (): Promise<void> => {
    await client.query('SELECT 1');
    if (!(await wanted())) throw new Unwanted('nobody waits for it any more');
  };
  let asking = Promise.resolve();
  const timer = setInterval(() => {
    asking = asking.then(ask).catch(stop);
  }, WATCH_EVERY_MS);
  return {
    end: () => {
      clearInterval(timer);
      return asking;
    },
  };
};

/** Whether somebody alive holds the name right now. */
export const isHeld = async (pool: pg.Pool, name: string): Promise<boolean> => {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held', [name]);
    if (rows[0]?.held) await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]);
    return rows[0]?.held !== true;
  } finally {
    client.release();
  }
};
