// How many rows of a queue wait, and since when.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from './database.ts';

/** How many wait, and since when the oldest does; null without any. */
export type Waiting = { waiting: number; oldestAt: Date | null };

/** `cases` selects a column `since`, one row for each that waits. */
export const countWaitingIn = async (
  db: Kysely<DB>,
  cases: RawBuilder<unknown>,
): Promise<Waiting> => {
  const { rows } = await sql<Waiting>`
    SELECT count(*)::integer AS waiting, min(since) AS "oldestAt" FROM (${cases}) AS cases`.execute(
    db,
  );
  return rows[0] ?? { waiting: 0, oldestAt: null };
};
