// Subscriptions by day, for the overview of administrators. The count of a past day never changes:
// revoked time ends now, not retroactively. An instant belongs to the day that begins with it, so a
// subscription that ends at midnight has access at the end of the day before.
import { type RawBuilder, sql } from 'kysely';
import type { DayCountSource, DayFigure } from '../../platform/days/day-counts.ts';

/** One that is paid again within this time was late and is not lost. */
const LATE = sql.lit('30 days');

/** Several counts of one row. */
const countedTogether = (
  counts: Partial<Record<DayFigure, RawBuilder<number>>>,
  from: RawBuilder<unknown>,
) => sql<never>`
  SELECT v.figure, '' AS part, NULL::float8 AS hours, v.cases::int
  FROM (SELECT ${sql.join(
    Object.entries(counts).map(([figure, count]) => sql`${count} AS ${sql.ref(figure)}`),
  )} ${from}) c
  CROSS JOIN LATERAL (VALUES ${sql.join(
    Object.keys(counts).map((figure) => sql`(${sql.lit(figure)}, c.${sql.ref(figure)})`),
  )}) v (figure, cases)`;

/**
 * Months paid after the first, and subscriptions that were paid again a short while after their
 * access had ended.
 */
const paidIn: DayCountSource = ({ from, to }) =>
  countedTogether(
    {
      renewals: sql`count(*) FILTER (WHERE o.has_earlier)`,
      subscribersBack: sql`count(*) FILTER (WHERE o.was_late AND NOT o.at_start
        AND lower(p.during) < ${to} AND upper(p.during) >= ${to})`,
    },
    sql`FROM subscription_periods p
      CROSS JOIN LATERAL (
        SELECT bool_or(e.during << p.during) AS has_earlier, bool_or(lower(e.during) < ${from}
          AND upper(e.during) >= ${from}) AS at_start,
          coalesce(bool_or(e.transfer_id IS NOT NULL AND upper(e.during) < ${from}
            AND upper(e.during) >= ${from}::timestamptz - interval ${LATE}), false) AS was_late
        FROM subscription_periods e WHERE e.subscription_id = p.subscription_id) o
      WHERE p.created_at >= ${from} AND p.created_at < ${to} AND p.transfer_id IS NOT NULL`,
  );

/** Subscriptions whose access ended and that have none at the end of the day. */
const endedIn: DayCountSource = ({ from, to }) =>
  countedTogether(
    {
      endedSubscriptions: sql`count(DISTINCT p.subscription_id)`,
      subscribersLost: sql`count(DISTINCT p.subscription_id) FILTER (WHERE p.transfer_id IS NOT NULL)`,
    },
    sql`FROM subscription_periods p WHERE upper(p.during) >= ${from} AND upper(p.during) < ${to}
      AND NOT EXISTS (SELECT FROM subscription_periods o WHERE o.subscription_id = p.subscription_id
        AND lower(o.during) < ${to} AND upper(o.during) >= ${to})`,
  );

/**
 * With access at the end of the day, paid or in a trial. Periods that were over by then are not
 * read.
 */
const activeAt: DayCountSource = ({ to }) =>
  countedTogether(
    {
      activeSubscribers: sql`count(*)`,
      paidSubscribers: sql`count(*) FILTER (WHERE p.transfer_id IS NOT NULL)`,
    },
    sql`FROM subscription_periods p WHERE upper(p.during) >= ${to} AND lower(p.during) < ${to}`,
  );

export const subscriptionDays: readonly DayCountSource[] = [paidIn, endedIn, activeAt];
