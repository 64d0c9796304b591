// Subscriptions and their periods in the database. Lock order: plan, subscription, promotion,
// ledger accounts.
import type {
  ChargeId,
  MandateId,
  ProfileId,
  PromotionId,
  SubscriptionId,
  TransferId,
} from '@camarim/contract/ids';
import type { LeaveReason } from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { DB, Database } from '../../platform/database/database.ts';
import { changeCounted } from '../../platform/days/day-counts.ts';
import { notPostponed } from '../../platform/failing-items/store.ts';
import type { Promotion } from './rules.ts';

export type StopReason = 'fan' | 'planEnded' | 'priceRose' | 'unpaid' | 'permissionEnded';

export type SubscriptionRow = Promotion & {
  id: SubscriptionId;
  fanId: ProfileId;
  producerId: ProfileId;
  price: Centavos;
  anchorAt: Date;
  monthsPaid: number;
  paidUntil: Date;
  renewAt: Date | null;
  remindAt: Date | null;
  failedAttempts: number;
  stopReason: StopReason | null;
  /** Renewals are charged under this mandate; null: from the wallet. */
  mandateId: MandateId | null;
  /** The mandate charge of the next month, once it was created. */
  mandateChargeId: ChargeId | null;
  /** How many periods were taken back. */
  undone: number;
  createdAt: Date;
};

const ROW = sql`s.id, s.fan_id AS "fanId", s.producer_id AS "producerId", s.price_centavos AS price,
  s.promotion_centavos AS "promotionPrice", s.promotion_months_left AS "promotionMonthsLeft",
  s.anchor_at AS "anchorAt",
  s.months_paid AS "monthsPaid", s.paid_until AS "paidUntil", s.renew_at AS "renewAt",
    s.remind_at AS "remindAt",
  s.failed_attempts AS "failedAttempts", s.stop_reason AS "stopReason", s.mandate_id AS "mandateId",
    s.undone,
  s.collection_id AS "mandateChargeId", s.created_at AS "createdAt"`;

export type Pair = { fanId: ProfileId; producerId: ProfileId };

/**
 * The pair's subscription, its row locked; created when there is none. Concurrent calls wait here.
 */
export const lockPair = async (
  tx: Database,
  fresh: Pair & { id: SubscriptionId; price: Centavos; now: Date },
): Promise<SubscriptionRow> => {
  const { fanId, producerId, now } = fresh;
  await tx
    .insertInto('subscriptions')
    .values({
      id: fresh.id,
      fan_id: fanId,
      producer_id: producerId,
      price_centavos: fresh.price,
      anchor_at: now,
      paid_until: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows } =
    await sql<SubscriptionRow>`SELECT ${ROW} FROM subscriptions s WHERE s.fan_id = ${fanId}::uuid
      AND s.producer_id = ${producerId}::uuid FOR UPDATE`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a subscription is there and not there');
  return row;
};

/**
 * A subscription that is due at `now`, locked; null when another process has locked or renewed it.
 */
export const lockDue = async (
  tx: Database,
  id: SubscriptionId,
  now: Date,
): Promise<SubscriptionRow | null> => {
  const { rows } =
    await sql<SubscriptionRow>`SELECT ${ROW} FROM subscriptions s WHERE s.id = ${id}::uuid
      AND s.renew_at <= ${now}::timestamptz FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows[0] ?? null;
};

/** A subscription that renews, locked, whenever it is due; null when it does not renew any more. */
export const lockRenewing = async (
  tx: Database,
  id: SubscriptionId,
): Promise<SubscriptionRow | null> => {
  const { rows } =
    await sql<SubscriptionRow>`SELECT ${ROW} FROM subscriptions s WHERE s.id = ${id}::uuid
      AND s.renew_at IS NOT NULL FOR UPDATE`.execute(tx);
  return rows[0] ?? null;
};

/**
 * SQL that is true when the profile's paid time with the producer goes on at the instant and will
 * not be renewed.
 */
export const stoppedRenewing = (producer: string, profile: string, now: string): string =>
  `EXISTS (SELECT FROM subscriptions s WHERE s.producer_id = ${producer} AND s.fan_id = ${profile}
    AND s.paid_until > ${now} AND s.renew_at IS NULL)`;

/** The jobs whose failing items wait for their own next attempt. */
export const RENEW_JOB = 'subscriptions.renew';
export const REMIND_JOB = 'subscriptions.remind';

/** Renewals that are due, oldest first. */
export const listDue = async (
  db: Database,
  now: Date,
  limit: number,
): Promise<{ id: SubscriptionId; producerId: ProfileId }[]> => {
  const { rows } = await sql<{ id: SubscriptionId; producerId: ProfileId }>`
    SELECT id, producer_id AS "producerId" FROM subscriptions WHERE renew_at <= ${now}::timestamptz
      AND ${notPostponed(RENEW_JOB, sql.ref('subscriptions.id'), now)} ORDER BY renew_at, id
      LIMIT ${limit}`.execute(db);
  return rows;
};

/** Reminders that are due, oldest first. */
export const listReminders = async (
  db: Database,
  now: Date,
  limit: number,
): Promise<{ id: SubscriptionId }[]> => {
  const { rows } = await sql<{ id: SubscriptionId }>`
    SELECT id FROM subscriptions WHERE remind_at <= ${now}::timestamptz
      AND ${notPostponed(REMIND_JOB, sql.ref('subscriptions.id'), now)} ORDER BY remind_at, id
      LIMIT ${limit}`.execute(db);
  return rows;
};

/** Takes one reminder, once; null when another process has taken it. */
export const takeReminder = async (
  tx: Database,
  id: SubscriptionId,
  now: Date,
): Promise<SubscriptionRow | null> => {
  const { rows } = await sql<SubscriptionRow>`
    UPDATE subscriptions s SET remind_at = NULL
    WHERE s.id = (SELECT id FROM subscriptions WHERE id = ${id}::uuid
      AND remind_at <= ${now}::timestamptz FOR UPDATE SKIP LOCKED)
    RETURNING ${ROW}`.execute(tx);
  return rows[0] ?? null;
};

export type SubscriptionChange = Partial<{
  price: Centavos;
  promotionPrice: Centavos | null;
  promotionMonthsLeft: number;
  anchorAt: Date;
  monthsPaid: number;
  paidUntil: Date;
  renewAt: Date | null;
  remindAt: Date | null;
  failedAttempts: number;
  stopReason: StopReason | null;
  leaveReason: LeaveReason | null;
  mandateId: MandateId | null;
  mandateChargeId: ChargeId | null;
  undone: number;
}>;

const COLUMNS = {
  price: 'price_centavos',
  promotionPrice: 'promotion_centavos',
  promotionMonthsLeft: 'promotion_months_left',
  anchorAt: 'anchor_at',
  monthsPaid: 'months_paid',
  paidUntil: 'paid_until',
  renewAt: 'renew_at',
  remindAt: 'remind_at',
  failedAttempts: 'failed_attempts',
  stopReason: 'stop_reason',
  leaveReason: 'leave_reason',
  mandateId: 'mandate_id',
  mandateChargeId: 'collection_id',
  undone: 'undone',
} as const satisfies Record<keyof SubscriptionChange, keyof DB['subscriptions']>;

export const updateSubscription = async (
  tx: Database,
  id: SubscriptionId,
  change: SubscriptionChange,
): Promise<void> => {
  const columns = Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      COLUMNS[name as keyof SubscriptionChange],
      value,
    ]),
  );
  await tx.updateTable('subscriptions').set(columns).where('id', '=', id).execute();
};

/** The columns of a subscription that no longer renews. */
export const STOPPED = {
  renewAt: null,
  remindAt: null,
  failedAttempts: 0,
  mandateChargeId: null,
} as const satisfies SubscriptionChange;

export type Period = {
  id: string;
  subscriptionId: SubscriptionId;
  startsAt: Date;
  endsAt: Date;
  months: number;
  amount: Centavos;
  promotionId: PromotionId | null;
  /** Null: a free trial, without months and amount. */
  transferId: TransferId | null;
  now: Date;
};

/** Fails with the constraint subscription_periods_once when part of the time is paid already. */
export const insertPeriod = async (tx: Database, period: Period): Promise<void> => {
  await sql`
    INSERT INTO subscription_periods (id, subscription_id, during, months, amount_centavos,
      promotion_id, transfer_id, created_at)
    VALUES (${period.id}::uuid, ${period.subscriptionId}::uuid, tstzrange(${period.startsAt},
      ${period.endsAt}), ${period.months}, ${period.amount},
      ${period.promotionId}::uuid, ${period.transferId}::uuid, ${period.now})`.execute(tx);
};

/** Whether the profile is an approved producer's. */
export const isProducing = async (db: Database, id: ProfileId): Promise<boolean> =>
  (await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', id)
    .where('producer_stage', '=', 'approved')
    .executeTakeFirst()) !== undefined;

/** What deciding a renewal needs of the two people. */
export type Parties = {
  producing: boolean;
  blocked: boolean;
  fanGone: boolean;
  feeBps: number | null;
};

export const loadParties = async (db: Database, { fanId, producerId }: Pair): Promise<Parties> => {
  const { rows } = await sql<Parties>`
    SELECT p.producer_stage = 'approved' AS producing, p.fee_bps AS "feeBps",
      EXISTS (SELECT FROM blocks b WHERE (b.blocker_id, b.blocked_id) IN ((p.id, f.id), (f.id,
        p.id))) AS blocked,
      EXISTS (SELECT FROM users u WHERE u.id = f.user_id AND u.blocked_at IS NOT NULL) AS "fanGone"
    FROM profiles p, profiles f WHERE p.id = ${producerId}::uuid AND f.id = ${fanId}::uuid`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('a subscription of profiles that are not there');
  return row;
};

export type ListedRow = SubscriptionRow & { currentPrice: Centavos | null };

/**
 * A fan's subscriptions with today's price of each plan. Rows of attempts that never paid are not
 * there: they were rolled back.
 */
export const listOf = async (
  db: Database,
  fanId: ProfileId,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedRow[]> => {
  const { rows } = await sql<ListedRow>`
    SELECT ${ROW}, t.price_centavos AS "currentPrice"
    FROM subscriptions s LEFT JOIN tiers t ON t.producer_id = s.producer_id AND t.deleted_at IS NULL
    WHERE s.fan_id = ${fanId}::uuid ORDER BY s.paid_until DESC, s.id DESC
      LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

/** The pair's subscription; null when they never had one. */
export const loadPair = async (
  db: Database,
  { fanId, producerId }: Pair,
): Promise<SubscriptionRow | null> => {
  const { rows } =
    await sql<SubscriptionRow>`SELECT ${ROW} FROM subscriptions s WHERE s.fan_id = ${fanId}::uuid
      AND s.producer_id = ${producerId}::uuid`.execute(db);
  return rows[0] ?? null;
};

export const countSubscribers = async (
  db: Database,
  producerId: ProfileId,
  now: Date,
): Promise<{ active: number; renewing: number }> => {
  const { rows } = await sql<{ active: number; renewing: number }>`
    SELECT count(*)::integer AS active, count(renew_at)::integer AS renewing FROM subscriptions
    WHERE producer_id = ${producerId}::uuid AND paid_until > ${now}::timestamptz`.execute(db);
  return rows[0] ?? { active: 0, renewing: 0 };
};

/** Stops every renewal of a side; answers whose they were. */
export const stopAll = async (
  tx: Database,
  side: Partial<Pair>,
  reason: StopReason,
): Promise<Pair[]> => {
  const { rows } = await sql<Pair>`
    UPDATE subscriptions SET renew_at = NULL, remind_at = NULL, failed_attempts = 0,
      collection_id = NULL, stop_reason = ${reason}
    WHERE renew_at IS NOT NULL
      AND ${side.fanId ? sql`fan_id = ${side.fanId}::uuid` : sql`producer_id = ${side.producerId ?? null}::uuid`}
    RETURNING fan_id AS "fanId", producer_id AS "producerId"`.execute(tx);
  return rows;
};

/**
 * Subscriptions whose next charge would be at less than a price that was agreed to, a page at a
 * time by id. Months of a promotion keep their price, so their fans are asked when the last one
 * runs.
 */
export const renewingBelow = async (
  db: Database,
  producerId: ProfileId,
  price: Centavos,
  after: SubscriptionId | null,
  limit: number,
): Promise<SubscriptionRow[]> => {
  const { rows } = await sql<SubscriptionRow>`
    SELECT ${ROW} FROM subscriptions s
    WHERE s.producer_id = ${producerId}::uuid AND s.renew_at IS NOT NULL
      AND s.price_centavos < ${price} AND s.promotion_months_left = 0 AND (${after}::uuid IS NULL
      OR s.id > ${after}::uuid)
    ORDER BY s.id LIMIT ${limit}`.execute(db);
  return rows;
};

export type PeriodRow = { id: string; startsAt: Date; endsAt: Date; months: number };

const PERIOD = sql`p.id, lower(p.during) AS "startsAt", upper(p.during) AS "endsAt", p.months`;

/**
 * The period that a transfer paid for, unless it is over at `now`, with its subscription, whose row
 * is locked.
 */
export const lockPeriodOf = async (
  tx: Database,
  transferId: TransferId,
  now: Date,
): Promise<{ period: PeriodRow; subscription: SubscriptionRow } | null> => {
  const { rows } = await sql<SubscriptionRow>`
    SELECT ${ROW} FROM subscriptions s WHERE s.id = (SELECT subscription_id
      FROM subscription_periods WHERE transfer_id = ${transferId}::uuid) FOR UPDATE`.execute(tx);
  const { rows: periods } = await sql<PeriodRow>`SELECT ${PERIOD} FROM subscription_periods p
      WHERE p.transfer_id = ${transferId}::uuid AND upper(p.during) > ${now}::timestamptz`.execute(
    tx,
  );
  const [[subscription], [period]] = [rows, periods];
  return subscription && period ? { period, subscription } : null;
};

/** Periods after an instant, soonest first. */
export const periodsAfter = async (
  tx: Database,
  subscriptionId: SubscriptionId,
  endsAt: Date,
): Promise<PeriodRow[]> => {
  const { rows } = await sql<PeriodRow>`
    SELECT ${PERIOD} FROM subscription_periods p WHERE p.subscription_id = ${subscriptionId}::uuid
      AND lower(p.during) >= ${endsAt}::timestamptz ORDER BY lower(p.during)`.execute(tx);
  return rows;
};

/** Moves or shortens a period; an empty one is deleted. */
export const movePeriod = async (
  tx: Database,
  id: string,
  startsAt: Date,
  endsAt: Date,
): Promise<void> => {
  if (startsAt >= endsAt)
    await changeCounted(
      tx,
      sql`DELETE FROM subscription_periods WHERE id = ${id}::uuid RETURNING created_at AS at`,
    );
  else
    await sql`UPDATE subscription_periods SET during = tstzrange(${startsAt}, ${endsAt})
      WHERE id = ${id}::uuid`.execute(tx);
};
