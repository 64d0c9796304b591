// Rows of a queue that wait: counted, and listed by the queue of all kinds.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/** How many wait, and since when the oldest does; null without any. */
export type QueueSize = { waiting: number; oldestAt: Date | null };

/**
 * One row for each case that waits: the id by which it is decided, since when it waits, the profile
 * that it is about or null, further people whose own case it is, who neither see nor arrange it,
 * and until when it must be decided, or null for the usual time of its kind.
 */
export type WaitingCase = {
  id: string;
  since: Date;
  about: string | null;
  parties: readonly (string | null)[] | null;
  due: Date | null;
};

/** A SELECT of waiting cases; a column that is missing makes every query of it fail. */
export type WaitingCases = RawBuilder<WaitingCase>;

/** How many wait in each queue, and since when the oldest does. */
export const countsOfQueues = <Kind extends string>(
  queues: Readonly<Record<Kind, WaitingCases>>,
): RawBuilder<{ kind: Kind; waiting: number; oldestAt: string | null }> => {
  const counts = Object.entries<WaitingCases>(queues).map(
    ([kind, cases]) =>
      sql`SELECT ${sql.lit(kind)} AS kind, count(*)::integer AS waiting, min(since) AS "oldestAt"
        FROM (${cases}) AS cases`,
  );
  return sql`${sql.join(counts, sql` UNION ALL `)}`;
};

export const countWaitingIn = async (db: Database, cases: WaitingCases): Promise<QueueSize> => {
  const { rows } = await sql<QueueSize>`
    SELECT count(*)::integer AS waiting, min(since) AS "oldestAt" FROM (${cases}) AS cases`.execute(
    db,
  );
  return rows[0] ?? { waiting: 0, oldestAt: null };
};
