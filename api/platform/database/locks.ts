// Locks by name across all processes, kept on one connection of their own: holding one takes no connection from the pool.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { PreparingClient } from './database.ts';

/** The name was held by other work for longer than a caller waits. */
export class LockBusy extends Error {}

export type Locks = {
  /**
   * Runs `work` while nothing else in the whole installation holds `name`. Not reentrant: work that asks for the name it
   * holds waits in vain. Never call it inside a transaction: a pooled connection would wait with it. Throws LockBusy.
   */
  hold<T>(name: string, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Most gateways answer well within this; whoever finds the name held for longer comes again later. */
const WAIT_MS = 15_000;
const ASK_AGAIN_MS = 50;

/**
 * Opens the connection at the first lock. PostgreSQL keeps a lock for as long as its connection lives: a process that
 * stalls keeps it, one that dies loses it at once. A lease with an expiry would do the opposite in both cases.
 */
export const createLocks = (pool: pg.Pool, waitMs = WAIT_MS): Locks => {
  let opening: Promise<pg.Client> | null = null;
  // One connection may take the same advisory lock twice, so this process's own callers are kept apart here.
  const heldHere = new Set<string>();

  let asking: Promise<unknown> = Promise.resolve();

  /** One statement at a time: the connection is shared by all locks of this process. */
  const ask = (client: pg.Client, statement: string, name: string): Promise<pg.QueryResult<{ held: boolean }>> => {
    const answer = asking.then(() => client.query<{ held: boolean }>(statement, [name]));
    asking = answer.catch(() => undefined);
    return answer;
  };

  const connection = (): Promise<pg.Client> => {
    if (opening) return opening;
    // It ends itself when the server is silent for too long: a name whose answer was lost may be taken, and is let go of with it.
    const client = new PreparingClient(pool.options);
    const opened = client.connect().then(() => client);
    const forget = (): void => {
      // A connection that broke is heard of more than once; by the second time another one is in use.
      if (opening === opened) opening = null;
    };
    client.on('error', forget);
    client.on('end', forget);
    opened.catch(forget);
    opening = opened;
    return opened;
  };

  const take = async (name: string): Promise<pg.Client | null> => {
    if (heldHere.has(name)) return null;
    heldHere.add(name);
    let taken = false;
    try {
      const client = await connection();
      const { rows } = await ask(client, 'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held', name);
      taken = rows[0]?.held === true;
      return taken ? client : null;
    } finally {
      if (!taken) heldHere.delete(name);
    }
  };

  const giveBack = async (name: string, client: pg.Client): Promise<void> => {
    // A connection that broke has let go of its locks already.
    await ask(client, 'SELECT pg_advisory_unlock(hashtextextended($1, 0)) AS held', name).catch(() => undefined);
    heldHere.delete(name);
  };

  return {
    hold: async (name, work) => {
      for (let waitedMs = 0; ; waitedMs += ASK_AGAIN_MS) {
        const client = await take(name);
        if (client) {
          try {
            return await work();
          } finally {
            await giveBack(name, client);
          }
        }
        if (waitedMs >= waitMs) throw new LockBusy(`${name} is held by other work`);
        await sleep(ASK_AGAIN_MS);
      }
    },
    close: async () => {
      const client = await opening?.catch(() => null);
      await client?.end().catch(() => undefined);
    },
  };
};
