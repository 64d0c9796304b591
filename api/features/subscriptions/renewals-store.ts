// Renewals and ends of subscriptions in a span of time, for the overview of administrators.
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../platform/database/database.ts';
import type { Span } from '../../platform/database/figures.ts';

/** Months paid after the first, and paid or free time that ended without another, in a span. */
export const countRenewals = async (
  db: Kysely<DB>,
  { from, to }: Span,
): Promise<{ renewals: number; endedSubscriptions: number }> => {
  const { rows } = await sql<{ renewals: number; endedSubscriptions: number }>`
    SELECT (SELECT count(*)::int FROM subscription_periods p WHERE p.created_at >= ${from} AND p.created_at < ${to} AND p.transfer_id IS NOT NULL
        AND EXISTS (SELECT FROM subscription_periods e WHERE e.subscription_id = p.subscription_id AND e.during << p.during)) AS renewals,
      (SELECT count(*)::int FROM subscription_periods p WHERE upper(p.during) >= ${from} AND upper(p.during) < ${to}
        AND NOT EXISTS (SELECT FROM subscription_periods n WHERE n.subscription_id = p.subscription_id AND n.during >> p.during)) AS "endedSubscriptions"`.execute(
    db,
  );
  return rows[0] ?? { renewals: 0, endedSubscriptions: 0 };
};
