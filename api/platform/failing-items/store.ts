// Failing items of batches in the database.
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';

/**
 * The condition of a batch's query that excludes items whose next attempt is not due: without it,
 * enough failing items would fill the whole batch. `id` is the column that `drainDue` knows the
 * item by.
 */
export const notPostponed = (
  work: string,
  id: Expression<unknown>,
  now: Date,
): RawBuilder<boolean> =>
  sql<boolean>`NOT EXISTS (SELECT FROM failing_items fi WHERE fi.work = ${work}
    AND fi.item_id = ${id}::text AND fi.retry_at > ${now}::timestamptz)`;

/** Which of these items failed at their last attempt. */
export const failingAmong = async (
  db: Database,
  work: string,
  ids: readonly string[],
): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('failing_items')
    .select('item_id')
    .where('work', '=', work)
    .where('item_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.item_id));
};

/**
 * Records one more failure and returns the number of consecutive failures, from which `retryAt`
 * computes the next attempt.
 */
export const recordFailure = async (
  db: Database,
  { work, id, now, error }: { work: string; id: string; now: Date; error: string },
  waitMs: { first: number; longest: number },
): Promise<{ failures: number; retryAt: Date }> => {
  const { rows } = await sql<{ failures: number; retryAt: Date }>`
    INSERT INTO failing_items AS fi (work, item_id, failures, first_failed_at, retry_at, error)
    VALUES (${work}, ${id}, 1, ${now},
      ${now}::timestamptz + ${waitMs.first} * interval '1 millisecond', ${error})
    ON CONFLICT (work, item_id) DO UPDATE SET failures = fi.failures + 1, error = excluded.error,
      retry_at = ${now}::timestamptz + least(${waitMs.first} * power(2, least(fi.failures, 30)),
        ${waitMs.longest}) * interval '1 millisecond'
    RETURNING failures, retry_at AS "retryAt"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a failure was not recorded');
  return row;
};

/** The item succeeded. */
export const forgetFailure = async (db: Database, work: string, id: string): Promise<void> => {
  await db.deleteFrom('failing_items').where('work', '=', work).where('item_id', '=', id).execute();
};

/**
 * Deletes failures of items that no batch has loaded for long: the items are gone or were completed
 * elsewhere.
 */
export const deleteFailuresBefore = async (db: Database, retryBefore: Date): Promise<void> => {
  await db.deleteFrom('failing_items').where('retry_at', '<', retryBefore).execute();
};
