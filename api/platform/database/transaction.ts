// Transactions: READ COMMITTED, retried after deadlocks and serialisation failures.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction as KyselyTransaction } from 'kysely';
import type { Database } from './database.ts';
import type { DB } from './database.gen.ts';
import { isConflict } from './database-errors.ts';

export type Transaction = KyselyTransaction<DB>;

export interface TransactionOptions {
  /** How many retries follow a transient failure. */
  retries?: number;
}

const DEFAULT_RETRIES = 4;
const BACKOFF_BASE_MS = 5;

/**
 * Runs `write` in one transaction and answers its result after the commit. `write` may run more
 * than once, so it must have no effect outside the transaction; any other error rolls back and is
 * thrown as it is.
 */
export async function transaction<T>(
  db: Database,
  write: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const retries = options.retries ?? DEFAULT_RETRIES;
  for (let attempt = 0; ; attempt++) {
    try {
      return await db.transaction().setIsolationLevel('read committed').execute(write);
    } catch (error) {
      if (attempt >= retries || !isConflict(error)) throw error;
      // Jitter, so that the two sides of a deadlock do not meet again.
      await sleep(Math.random() * BACKOFF_BASE_MS * 2 ** attempt);
    }
  }
}
