// Subscribers and followers of a producer in the database, one base table per kind of list, and
// what each of them brought, from the ledger.
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { SALE_KINDS, type SaleKind } from '@camarim/contract/sales';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { isHidden, nameContains, requesterRow } from '../../profiles/index.ts';
import type { StopReason } from '../../subscriptions/index.ts';
import { type AudienceFilter, type Position, seenSince } from './rules.ts';

export type AudienceRow = {
  id: ProfileId;
  /** The value that orders the list, largest first. */
  key: number;
  since: Date;
  paidUntil: Date | null;
  renews: boolean;
  monthsPaid: number;
  price: Centavos | null;
  stopReason: StopReason | null;
  follows: boolean;
  lastSeenAt: Date | null;
  note: string | null;
};

const NOTHING = sql``;

/** The base table of a list: whom, and since when. */
const baseOf = (
  { kind, renewing }: AudienceFilter,
  producerId: ProfileId,
  now: Date,
): RawBuilder<unknown> => {
  if (kind === 'followers')
    return sql`SELECT f.follower_id AS id, f.created_at AS since FROM follows f
      WHERE f.followee_id = ${producerId}::uuid`;
  const paid = kind === 'subscribers' ? sql`>` : sql`<=`;
  const renews =
    renewing === undefined || kind === 'former'
      ? NOTHING
      : renewing
        ? sql`AND b.renew_at IS NOT NULL`
        : sql`AND b.renew_at IS NULL`;
  return sql`SELECT b.fan_id AS id, b.created_at AS since FROM subscriptions b
    WHERE b.producer_id = ${producerId}::uuid
      AND b.paid_until ${paid} ${now}::timestamptz ${renews}`;
};

const MS = sql.raw('1000');

/** Every sort is a number that falls, so that one comparison pages all of them. */
const keyOf = ({ kind, sort }: AudienceFilter, now: Date): RawBuilder<unknown> => {
  if (sort === 'earned') return sql`coalesce(earned.amount, 0)`;
  if (sort === 'active') {
    const { today, week, month } = seenSince(now);
    return sql`(coalesce(p.last_seen_at >= ${today},
      false)::int + coalesce(p.last_seen_at >= ${week},
      false)::int + coalesce(p.last_seen_at >= ${month}, false)::int)`;
  }
  const at = sort === 'ending' && kind !== 'followers' ? sql`s.paid_until` : sql`base.since`;
  // Who is about to leave is asked soonest first; who left, latest first.
  const sign = sort === 'ending' && kind === 'subscribers' ? sql`-1` : sql`1`;
  return sql`(${sign} * floor(extract(epoch FROM ${at}) * ${MS})::bigint)`;
};

/** One page, without hidden and removed profiles. */
export const listAudience = async (
  db: Database,
  viewer: Viewer,
  filter: AudienceFilter,
  page: { before: Position | null; limit: number; now: Date },
): Promise<AudienceRow[]> => {
  const { rows } = await sql<AudienceRow>`
    WITH base AS (${baseOf(filter, viewer.profileId, page.now)}), listed AS (
      SELECT base.id, base.since, ${keyOf(filter, page.now)} AS key, p.last_seen_at
      FROM base JOIN profiles p ON p.id = base.id CROSS JOIN ${requesterRow(viewer)}
        LEFT JOIN subscriptions s ON s.producer_id = v.id AND s.fan_id = base.id
        ${filter.sort === 'earned' ? sql`LEFT JOIN (${totals(viewer.profileId)}) earned ON earned.fan = base.id` : NOTHING}
      WHERE NOT ${isHidden('p.id')} AND ${nameContains(filter.search)}
    )
    SELECT l.id, l.key, l.since, l.last_seen_at AS "lastSeenAt", s.paid_until AS "paidUntil",
      s.renew_at IS NOT NULL AS renews, coalesce(s.months_paid, 0) AS "monthsPaid",
      s.price_centavos AS price, s.stop_reason AS "stopReason", n.raw AS note,
      EXISTS (SELECT FROM follows f WHERE f.follower_id = l.id
        AND f.followee_id = ${viewer.profileId}::uuid) AS follows
    FROM listed l
      LEFT JOIN subscriptions s ON s.producer_id = ${viewer.profileId}::uuid AND s.fan_id = l.id
      LEFT JOIN profile_notes n ON n.writer_id = ${viewer.profileId}::uuid AND n.profile_id = l.id
    ${
      page.before === null
        ? NOTHING
        : sql`WHERE (l.key, l.id) < (${page.before.key}::bigint,
      ${page.before.id}::uuid)`
    }
    ORDER BY l.key DESC, l.id DESC LIMIT ${page.limit}`.execute(db);
  return rows;
};

const ACCOUNTS = (producerId: ProfileId) =>
  sql`SELECT id FROM ledger_accounts WHERE owner_profile_id = ${producerId}::uuid
    AND kind IN ('pending', 'earnings')`;

/** Per fan, what the producer's accounts received, less what was taken back. */
const totals = (producerId: ProfileId): RawBuilder<unknown> => sql`
  SELECT coalesce(o.actor_profile_id, t.actor_profile_id) AS fan, sum(e.amount)::bigint AS amount
  FROM (${ACCOUNTS(producerId)}) a JOIN ledger_entries e ON e.account_id = a.id
    JOIN ledger_transfers t ON t.id = e.transfer_id
      AND t.kind = ANY(${[...SALE_KINDS, 'reversal']}::text[])
    LEFT JOIN ledger_transfers o ON o.id = t.reverses
  GROUP BY 1`;

export type EarnedRow = { fan: ProfileId; kind: SaleKind; amount: Centavos };

/**
 * What these fans brought, by kind: found from the fans' wallets, because a producer with many
 * sales has far more entries than a page of fans.
 */
export const earnedFrom = async (
  db: Database,
  producerId: ProfileId,
  fans: readonly ProfileId[],
): Promise<EarnedRow[]> => {
  const { rows } = await sql<EarnedRow>`
    WITH sale AS (
      SELECT DISTINCT t.id, t.kind, w.owner_profile_id AS fan
      FROM ledger_accounts w JOIN ledger_entries f ON f.account_id = w.id
        JOIN ledger_transfers t ON t.id = f.transfer_id AND t.kind = ANY(${SALE_KINDS}::text[])
          AND t.actor_profile_id = w.owner_profile_id
      WHERE w.owner_profile_id = ANY(${fans}::uuid[]) AND w.kind = 'wallet'
    ), moved AS (
      SELECT id AS transfer_id, kind, fan FROM sale
      UNION ALL SELECT r.id, s.kind, s.fan FROM sale s JOIN ledger_transfers r ON r.reverses = s.id
        AND r.kind = 'reversal'
    )
    SELECT m.fan, m.kind, sum(e.amount)::bigint AS amount
    FROM moved m JOIN ledger_entries e ON e.transfer_id = m.transfer_id
      JOIN (${ACCOUNTS(producerId)}) a ON a.id = e.account_id
    GROUP BY 1, 2`.execute(db);
  return rows;
};

export type ChurnRow = {
  active: number;
  renewing: number;
  followers: number;
  began: number;
  ended: number;
  touched: number;
};

/**
 * Periods of one subscription that follow each other without a gap are one time of paid access;
 * `touched`: how many such times the days from `from` to `now` have a part of.
 */
export const countChurn = async (
  db: Database,
  producerId: ProfileId,
  from: Date,
  now: Date,
): Promise<ChurnRow> => {
  const { rows } = await sql<ChurnRow>`
    WITH ${paidTimes(producerId)}
    SELECT (SELECT count(*)::int FROM subscriptions WHERE producer_id = ${producerId}::uuid
      AND paid_until > ${now}::timestamptz) AS active,
      (SELECT count(*)::int FROM subscriptions WHERE producer_id = ${producerId}::uuid
        AND paid_until > ${now}::timestamptz AND renew_at IS NOT NULL) AS renewing,
      (SELECT total_followers FROM profiles WHERE id = ${producerId}::uuid) AS followers,
      count(*) FILTER (WHERE lower(during) >= ${from}::timestamptz)::int AS began,
      count(*) FILTER (WHERE upper(during) <= ${now}::timestamptz)::int AS ended,
      count(*)::int AS touched
    FROM paid WHERE during && tstzrange(${from}::timestamptz, ${now}::timestamptz, '[]')`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('counts without a row');
  return row;
};

/** Free trials are no paid time: who leaves after one was never a subscriber. */
const paidTimes = (producerId: ProfileId) => sql`paid AS (
  SELECT s.id, unnest(range_agg(p.during)) AS during FROM subscriptions s
    JOIN subscription_periods p ON p.subscription_id = s.id
  WHERE s.producer_id = ${producerId}::uuid AND p.transfer_id IS NOT NULL GROUP BY s.id)`;

/**
 * Why the times of paid access ended: the fan's own reason where one was chosen. Only the last end
 * of a subscription has a reason on record.
 */
export const countReasons = async (
  db: Database,
  producerId: ProfileId,
  from: Date,
  now: Date,
): Promise<{ reason: string; count: number }[]> => {
  const { rows } = await sql<{ reason: string; count: number }>`
    WITH ${paidTimes(producerId)}
    SELECT CASE WHEN upper(e.during) = s.paid_until THEN coalesce(s.leave_reason,
      s.stop_reason) END AS reason, count(*)::int AS count
    FROM paid e JOIN subscriptions s ON s.id = e.id
    WHERE upper(e.during) > ${from}::timestamptz AND upper(e.during) <= ${now}::timestamptz
    GROUP BY 1 ORDER BY 2 DESC, 1`.execute(db);
  return rows.map(({ reason, count }) => ({ reason: reason ?? 'unknown', count }));
};
