// Transactions: READ COMMITTED, retried after deadlocks and serialisation failures.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Transaction as KyselyTransaction } from 'kysely';
import { type Database, lateErrorListenerOf } from './database.ts';
import type { DB } from './database.gen.ts';
import { isConflict } from './database-errors.ts';

export type Transaction = KyselyTransaction<DB>;

/** By open transaction: what runs after its commit. */
const afterCommits = new WeakMap<Database, Set<() => void>>();

/**
 * Calls `effect` once after the commit of a transaction that `transaction` opened, however often it
 * is passed; never when it is rolled back. Outside of one it does nothing. What it throws is
 * reported to the database's onLateError: the caller's work is done.
 */
export const afterCommit = (tx: Database, effect: () => void): void =>
  void afterCommits.get(tx)?.add(effect);

/** By open transaction: what runs after its end. */
const afterEnds = new WeakMap<Database, (() => Promise<void>)[]>();

/**
 * Runs `work` after the commit or the rollback of a transaction that `transaction` opened, when its
 * connection is free again, and before its caller goes on: for what must be recorded of work that
 * was refused. Lost when the process ends in between. A failure of it is reported to the database's
 * onLateError, and does not change what the caller gets. Outside of such a transaction it throws.
 */
export const afterEnd = (tx: Database, work: () => Promise<void>): void => {
  const works = afterEnds.get(tx);
  if (!works) throw new Error('afterEnd needs a transaction of transaction()');
  works.push(work);
};

export interface TransactionOptions {
  /** How many retries follow a transient failure. */
  retries?: number;
}

const DEFAULT_RETRIES = 4;
const BACKOFF_BASE_MS = 5;

/**
 * Runs `write` in one transaction and returns its result after the commit. `write` may run more
 * than once, so it must have no effect outside the transaction except by `afterCommit`; any other
 * error rolls back and is thrown as it is.
 */
export async function transaction<T>(
  db: Database,
  write: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const effects = new Set<() => void>();
  const works: (() => Promise<void>)[] = [];
  const reportLate = lateErrorListenerOf(db);
  const runWorks = async (): Promise<void> => {
    for (const work of works.splice(0)) await work().catch(reportLate);
  };
  const result = await retried(options.retries ?? DEFAULT_RETRIES, () => {
    effects.clear();
    works.length = 0;
    return db
      .transaction()
      .setIsolationLevel('read committed')
      .execute((tx) => {
        afterCommits.set(tx, effects);
        afterEnds.set(tx, works);
        return write(tx);
      });
  }).finally(runWorks);
  // Outside of the retries: what an effect throws must neither write a second time nor tell the
  // caller that nothing was written.
  for (const effect of effects) {
    try {
      effect();
    } catch (error) {
      reportLate(error);
    }
  }
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

/** Waits for the advisory lock of this name, and holds it until the end of the transaction. */
export const lockName = async (tx: Database, name: string): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
};
