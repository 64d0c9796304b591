// One holder of a name at a time in the whole installation: a lock that PostgreSQL lets go of when its holder's connection ends.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

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

const lock = async (client: pg.ClientBase, name: string, signal: AbortSignal): Promise<boolean> => {
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
  // A connection beside the pool: work of hours must not take one from requests and from its own transactions.
  const client = await connectBeside(pool);
  const lost = new AbortController();
  const onError = (error: Error): void => lost.abort(error);
  client.on('error', onError);
  try {
    if (!(await lock(client, name, signal))) throw new HeldElsewhere(`${name} is held by somebody else`);
    const watch = watchOver(client, wanted, onError);
    try {
      return await work(AbortSignal.any([signal, lost.signal]));
    } finally {
      await watch.end();
      // Before the connection ends, which the server notices a moment later.
      await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]).catch(() => undefined);
    }
  } finally {
    // The lock goes with its connection.
    await client.end().catch(() => undefined);
  }
};

/** One more connection to the pool's database. */
const connectBeside = async (pool: pg.Pool): Promise<pg.Client> => {
  const client = new pg.Client({ ...pool.options, application_name: 'camarim: one at a time' });
  await client.connect();
  return client;
};

/** Asks now and then by the lock's own connection first: when that is gone, so is the lock. */
const watchOver = (client: pg.ClientBase, wanted: () => Promise<boolean>, stop: (reason: Error) => void): { end(): Promise<void> } => {
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
