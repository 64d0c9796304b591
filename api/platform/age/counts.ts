// How often each verifier was tried in a place on a day, and how that ended. It is all that remains of
// a try.
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { AgeMethod, AgeOutcome } from './port.ts';

export type AgeFigure = {
  /** Of São Paulo, YYYY-MM-DD. */
  day: string;
  place: string;
  method: AgeMethod;
  outcome: AgeOutcome | 'begun';
};

/** Adds one to the figure of the day. */
export const countTry = async (
  { db }: { db: Database },
  { day, place, method, outcome }: AgeFigure,
): Promise<void> => {
  await sql`INSERT INTO age_counts (day, place, method, outcome, count) VALUES (${day}, ${place}, ${method}, ${outcome}, 1)
    ON CONFLICT (day, place, method, outcome) DO UPDATE SET count = age_counts.count + 1`.execute(
    db,
  );
};
