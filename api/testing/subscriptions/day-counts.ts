// What the counts of a day should be, reckoned from all rows of the tables in the plainest way.
import { DAY_MS } from '@camarim/contract/time';
import type pg from 'pg';

const MONTH_MS = 30 * DAY_MS;

type Period = { subscription: string; from: Date; to: Date; paid: boolean; created: Date };
type Report = { created: Date; decided: Date; reason: string };

/** Everything that is counted, as it is now. */
export const readCounted = async (pool: pg.Pool) => {
  const rows = async <Row extends object>(text: string): Promise<Row[]> =>
    (await pool.query<Row>(text)).rows;
  return {
    members: (await rows<{ at: Date }>('SELECT created_at AS at FROM users')).map(({ at }) => at),
    listed: (await rows<{ at: Date }>('SELECT listed_at AS at FROM profile_listings')).map(
      ({ at }) => at,
    ),
    periods: await rows<Period>(
      `SELECT subscription_id AS subscription, lower(during) AS from, upper(during) AS to,
        transfer_id IS NOT NULL AS paid, created_at AS created FROM subscription_periods`,
    ),
    reports: await rows<Report>(
      `SELECT created_at AS created, decided_at AS decided, reason FROM reports
        WHERE decided_at IS NOT NULL`,
    ),
  };
};

/** The counts of a day up to an instant, by the name of each; 0 is left out. */
export const reckonDay = (
  { members, listed, periods, reports }: Awaited<ReturnType<typeof readCounted>>,
  from: Date,
  to: Date,
): Record<string, number> => {
  const within = (at: Date) => at >= from && at < to;
  const bySubscription = [...Map.groupBy(periods, ({ subscription }) => subscription).values()];
  const accessAt = (of: readonly Period[], at: Date) =>
    of.find((one) => one.from < at && one.to >= at);
  const isLate = (one: Period) =>
    one.paid && one.to < from && one.to.getTime() >= from.getTime() - MONTH_MS;
  const ended = bySubscription.filter(
    (of) => of.some(({ to: end }) => within(end)) && !accessAt(of, to),
  );
  const counts: Record<string, number> = {
    newMembers: members.filter(within).length,
    newProducers: listed.filter(within).length,
    renewals: periods.filter(
      ({ paid, created, subscription, from: start }) =>
        paid &&
        within(created) &&
        periods.some((one) => one.subscription === subscription && one.to <= start),
    ).length,
    endedSubscriptions: ended.length,
    subscribersLost: ended.filter((of) => of.some(({ to: end, paid }) => paid && within(end)))
      .length,
    subscribersBack: bySubscription.filter((of) => {
      const now = accessAt(of, to);
      return now?.paid && within(now.created) && !accessAt(of, from) && of.some(isLate);
    }).length,
    activeSubscribers: bySubscription.filter((of) => accessAt(of, to)).length,
    paidSubscribers: bySubscription.filter((of) => accessAt(of, to)?.paid).length,
    'report other': reports.filter(({ decided }) => within(decided)).length,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, number]) => number > 0));
};
