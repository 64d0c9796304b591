// Counts by day in the database. A day is always counted as a whole, so that counting it again
// changes nothing.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import {
  type DayCase,
  type DayCountSource,
  type DayFigure,
  durationClass,
} from '../../platform/days/day-counts.ts';
import type { Span } from '../../platform/database/figures.ts';

export const DAY_COUNTS = { rows: 'day_counts', state: 'day_count_state' } as const;

/** The rows of one day, from the tables of all features. */
const countedIn = (sources: readonly DayCountSource[], span: Span): RawBuilder<unknown> => sql`
  SELECT figure, part, sum(cases)::int, array_agg(duration
    ORDER BY duration) FILTER (WHERE duration IS NOT NULL),
    array_agg(cases ORDER BY duration) FILTER (WHERE duration IS NOT NULL)
  FROM (
    SELECT figure, part, ${durationClass(sql`hours`)} AS duration, sum(cases)::int AS cases
    FROM (${sql.join(
      sources.map((source): RawBuilder<DayCase> => source(span)),
      sql` UNION ALL `,
    )}) c GROUP BY 1, 2, 3) c
  GROUP BY figure, part HAVING sum(cases) > 0`;

/** Replaces the counts of a day. */
export const countDay = async (
  tx: Database,
  sources: readonly DayCountSource[],
  day: string,
  span: Span,
): Promise<void> => {
  await sql`DELETE FROM day_counts WHERE day = ${day}::date`.execute(tx);
  await sql`
    INSERT INTO day_counts (day, figure, part, count, durations, decided)
    SELECT ${day}::date, c.* FROM (${countedIn(sources, span)}) c`.execute(tx);
};

/** When the first account was opened; null without any. */
export const firstMemberAt = async (db: Database): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`SELECT min(created_at) AS at FROM users`.execute(
    db,
  );
  return rows[0]?.at ?? null;
};

/**
 * Takes a day that must be counted again; its mark is deleted with the transaction. One that a
 * change in progress is marking is left for the next time. Null without any.
 */
export const takeStaleDay = async (tx: Database): Promise<string | null> => {
  const { rows } = await sql<{ day: string }>`
    DELETE FROM stale_days WHERE day = (SELECT day FROM stale_days ORDER BY day LIMIT 1
      FOR UPDATE SKIP LOCKED) RETURNING day::text`.execute(tx);
  return rows[0]?.day ?? null;
};

export type CountedDay = {
  day: string;
  figure: string;
  part: string;
  count: number;
  /** Classes of durations, and how many took so long; null of what is not timed. */
  durations: number[] | null;
  decided: number[] | null;
};

/** All counts of the days up to one. */
export const listCounts = async (db: Database, to: string): Promise<CountedDay[]> => {
  const { rows } = await sql<CountedDay>`
    SELECT day::text, figure, part, count, durations, decided FROM day_counts
      WHERE day <= ${to}::date ORDER BY day, figure, part`.execute(db);
  return rows;
};

/** What is counted at the end of a day, in place of what happened in it. */
const AT_THE_END: readonly DayFigure[] = ['activeSubscribers', 'paidSubscribers'];
/** What is shown by day. */
const BY_DAY: readonly DayFigure[] = [
  'newMembers',
  'newProducers',
  'renewals',
  'endedSubscriptions',
  'subscribersLost',
  'subscribersBack',
  ...AT_THE_END,
];
/** `day` is null for the sum of several days. */
export type DayCount = Omit<CountedDay, 'day'> & { day: string | null };
/** `ends`: days of which the end is asked for. */
type Places = Record<'since' | 'from' | 'to', RawBuilder<string>> & {
  ends: RawBuilder<readonly string[]>;
};

/** The counts by day and the times of decisions, for the days from `from` to `to`. */
export const countsByDay = ({ from, to }: Places): RawBuilder<DayCount> => sql`
  SELECT day::text, figure, part, count, durations, decided FROM day_counts
  WHERE day BETWEEN ${from}::date AND ${to}::date AND (durations IS NOT NULL
    OR figure = ANY(${BY_DAY}::text[]))`;

/** What there was at the end of some days. */
export const countsAtEnds = ({ ends }: Places): RawBuilder<DayCount> => sql`
  SELECT day::text, figure, part, count, durations, decided FROM day_counts
    WHERE day = ANY(${ends}::date[]) AND figure = ANY(${AT_THE_END}::text[])`;

/** The sums of the days from `since` to `to`, apart for those from `from` on, which are shown. */
export const countSums = ({
  since,
  from,
  to,
}: Places): RawBuilder<DayCount & { shown: boolean }> => sql`
  SELECT day >= ${from}::date AS shown, NULL::text AS day, figure, '' AS part,
    sum(count)::int AS count, NULL::smallint[] AS durations, NULL::int[] AS decided
  FROM day_counts WHERE day BETWEEN ${since}::date AND ${to}::date AND durations IS NULL
    AND NOT figure = ANY(${AT_THE_END}::text[]) GROUP BY 1, figure`;
