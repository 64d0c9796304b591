// Transactions: READ COMMITTED, retried after deadlocks and serialisation failures.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { Database } from './database.ts';
import type { DB } from './database.gen.ts';
import { isConflict } from './database-errors.ts';

export type Transaction = KyselyTransaction<DB>;

/** By open transaction: what runs after its commit. */
const afterCommits = new WeakMap<Kysely<DB>, Set<() => void>>();

/**
 * Calls `effect` once after the commit of a transaction that `transaction` opened, however often it
 * is passed; never when it is rolled back. Outside of one it does nothing.
 */
export const afterCommit = (tx: Kysely<DB>, effect: () => void): void =>
  void afterCommits.get(tx)?.add(effect);

export interface TransactionOptions {
  /** How many retries follow a transient failure. */
  retries?: number;
}

const DEFAULT_RETRIES = 4;
const BACKOFF_BASE_MS = 5;

/**
 * Runs `write` in one transaction and answers its result after the commit. `write` may run more
 * than once, so it must have no effect outside the transaction except by `afterCommit`; any other
 * error rolls back and is thrown as it is.
 */
export async function transaction<T>(
  db: Database,
  write: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const effects = new Set<() => void>();
  const result = await retried(options.retries ?? DEFAULT_RETRIES, () => {
    effects.clear();
    return db
      .transaction()
      .setIsolationLevel('read committed')
      .execute((tx) => {
        afterCommits.set(tx, effects);
        return write(tx);
      });
  });
  // Outside of the retries: what an effect throws must not write a second time.
  for (const effect of effects) effect();
  return result;
}

const retried = async <T>(retries: number, attempt: () => Promise<T>): Promise<T> => {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (failures >= retries || !isConflict(error)) throw error;
      // Jitter, so that the two sides of a deadlock do not meet again.
      await sleep(Math.random() * BACKOFF_BASE_MS * 2 ** failures);
    }
  }
};
