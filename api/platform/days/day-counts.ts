// What features count by day of São Paulo for the administrators' overview: selected by the feature
// that owns it, kept in rows of days by the overview.
import type { TimedWork } from '@camarim/contract/features/dsb';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { hoursBetween, type Span } from '../database/figures.ts';

/** What is counted; kinds of open work are their decisions, with the time that each took. */
export type DayFigure =
  | 'newMembers'
  | 'newProducers'
  | 'renewals'
  | 'endedSubscriptions'
  | 'subscribersLost'
  | 'subscribersBack'
  | 'paidSubscribers'
  | 'activeSubscribers'
  | TimedWork;

/**
 * One row for each case, or for several that are alike: how many, the part of its figure or '', and
 * the hours from receipt to decision or null.
 */
export type DayCase = { figure: string; part: string; hours: number | null; cases: number };

/** The cases of a day up to an instant: to its end, or to now. */
export type DayCountSource = (day: Span) => RawBuilder<DayCase>;

/** A case without a part and a time. */
export const counted = (figure: DayFigure, cases: RawBuilder<number>): RawBuilder<DayCase> => sql`
  SELECT ${sql.lit(figure)} AS figure, '' AS part, NULL::float8 AS hours, (${cases})::int AS cases`;

/**
 * Decisions of one kind, each with its hours from receipt on: the rows of `from`, whose columns
 * `since` and `decided` name.
 */
export const decisionsOf =
  (kind: TimedWork, from: RawBuilder<unknown>, since: string, decided: string): DayCountSource =>
  (day) =>
    sql`
    SELECT ${sql.lit(kind)} AS figure, '' AS part, ${hoursBetween(since, decided)} AS hours,
      1 AS cases
    FROM ${from} AND ${sql.ref(decided)} >= ${day.from} AND ${sql.ref(decided)} < ${day.to}`;

/** Classes of a doubling of the duration: each is 19 % wide. */
const CLASSES_OF_DOUBLING = 4;
/** The class of durations of more than ten years. */
const LAST_CLASS = 90;
const HOUR_MINUTES = 60;

/** The class of a duration; the first one is of less than 1.2 minutes. Null of null. */
export const durationClass = (hours: RawBuilder<number>): RawBuilder<number> => sql<number>`
  CASE WHEN ${hours} IS NOT NULL THEN least(${sql.lit(LAST_CLASS)},
    floor(${sql.lit(CLASSES_OF_DOUBLING)} * ln(greatest(1,
    ${hours} * ${sql.lit(HOUR_MINUTES)})) / ln(2.0::float8)))::smallint END`;

/** Where a class begins, in hours. */
const startOfClass = (index: number): number =>
  index === 0 ? 0 : 2 ** (index / CLASSES_OF_DOUBLING) / HOUR_MINUTES;

/**
 * The median of durations that are counted by class, in hours: within its class they are taken as
 * evenly spread, so it differs from the exact one by less than a fifth. Null without any.
 */
export const medianHours = (counts: readonly number[]): number | null => {
  const half = counts.reduce((sum, count) => sum + count, 0) / 2;
  let before = 0;
  for (const [index, count = 0] of counts.entries()) {
    if (count > 0 && before + count >= half) {
      const [from, to] = [startOfClass(index), startOfClass(index + 1)];
      return from + ((half - before) / count) * (to - from);
    }
    before += count;
  }
  return null;
};

/**
 * Makes a change of what earlier days counted, and has these days counted again: `change` returns
 * the instants, as `at`, that its rows were counted by. A mark is locked also where there is one
 * already, so that a count that began before the change does not clear it.
 */
export const changeCounted = async (
  db: Database,
  change: RawBuilder<{ at: Date }>,
): Promise<void> => {
  await sql`
    WITH changed AS (${change})
    INSERT INTO stale_days (day) SELECT DISTINCT (at AT TIME ZONE 'America/Sao_Paulo')::date
      FROM changed ORDER BY 1
    ON CONFLICT (day) DO UPDATE SET day = excluded.day`.execute(db);
};
