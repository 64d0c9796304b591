// How often each verifier was tried in a place on a day, and how that ended. It is all that remains
// of an attempt.
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { AgeMethod, AgeOutcome } from './port.ts';

export type AgeFigure = {
  /** The day in São Paulo, YYYY-MM-DD. */
  day: string;
  place: string;
  method: AgeMethod;
  outcome: AgeOutcome | 'begun';
};

export type AgeFigures = { place: string; method: AgeMethod } & Record<
  AgeFigure['outcome'],
  number
>;

/** The counts of the days since `from`, the most frequent first. */
export const listFigures = async (
  { db }: { db: Database },
  from: string,
  limit: number,
): Promise<AgeFigures[]> =>
  (
    await sql<AgeFigures>`SELECT place, method,
      coalesce(sum(count) FILTER (WHERE outcome = 'begun'), 0)::int AS begun,
      coalesce(sum(count) FILTER (WHERE outcome = 'over'), 0)::int AS over,
      coalesce(sum(count) FILTER (WHERE outcome = 'under'), 0)::int AS under,
      coalesce(sum(count) FILTER (WHERE outcome = 'refused'), 0)::int AS refused,
      coalesce(sum(count) FILTER (WHERE outcome = 'unavailable'), 0)::int AS unavailable
      FROM age_counts WHERE day >= ${from}::date GROUP BY place, method
      ORDER BY sum(count) DESC, place, method LIMIT ${limit}`.execute(db)
  ).rows;

/** Adds one to the figure of the day. */
export const countAttempt = async (
  { db }: { db: Database },
  { day, place, method, outcome }: AgeFigure,
): Promise<void> => {
  await sql`INSERT INTO age_counts (day, place, method, outcome, count) VALUES (${day}, ${place},
    ${method}, ${outcome}, 1)
    ON CONFLICT (day, place, method, outcome) DO UPDATE SET count = age_counts.count + 1`.execute(
    db,
  );
};
