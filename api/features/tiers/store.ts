// Plans, bundles, promotions and their seats in the database. Lock order: the plan first, then its
// parts.
import type { BundleId, ProfileId, PromotionId, TierId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export type TierRow = {
  id: TierId;
  producer_id: ProfileId;
  price_id: string;
  price_centavos: Centavos;
  created_at: Date;
};
export type BundleRow = { id: BundleId; months: number; discount_bps: number };
export type PromotionRow = {
  id: PromotionId;
  /** Null for a free trial. */
  discount_bps: number | null;
  /** Months of a discount; null for a free trial. */
  discount_months: number | null;
  trial_days: number | null;
  start_when: Date;
  active_days: number;
  ends_at: Date;
  max_users: number;
  users: number;
  codes: string[];
};

const tierOf = (db: Database, producerId: ProfileId) =>
  db
    .selectFrom('tiers')
    .select(['id', 'producer_id', 'price_id', 'price_centavos', 'created_at'])
    .where('producer_id', '=', producerId)
    .where('deleted_at', 'is', null);

/** The plan in force; null when there is none. */
export const loadTier = async (db: Database, producerId: ProfileId): Promise<TierRow | null> =>
  ((await tierOf(db, producerId).executeTakeFirst()) as TierRow | undefined) ?? null;

/**
 * Locks the plan against changes until the transaction ends; concurrent purchases share the lock.
 */
export const lockTierToSell = async (
  tx: Database,
  producerId: ProfileId,
): Promise<TierRow | null> =>
  ((await tierOf(tx, producerId).forShare().executeTakeFirst()) as TierRow | undefined) ?? null;

/** Locks the plan exclusively: waits for purchases under way and delays new ones. */
export const lockTierToChange = async (
  tx: Database,
  producerId: ProfileId,
): Promise<TierRow | null> =>
  ((await tierOf(tx, producerId).forUpdate().executeTakeFirst()) as TierRow | undefined) ?? null;

export const lastDeletedAt = async (db: Database, producerId: ProfileId): Promise<Date | null> => {
  const row = await db
    .selectFrom('tiers')
    .select((eb) => eb.fn.max('deleted_at').as('at'))
    .where('producer_id', '=', producerId)
    .executeTakeFirst();
  return row?.at ?? null;
};

/** False when another call opened a plan at the same moment. */
export const insertTier = async (
  tx: Database,
  tier: { id: TierId; producerId: ProfileId; priceId: string; price: Centavos; now: Date },
): Promise<boolean> => {
  const row = await tx
    .insertInto('tiers')
    .values({
      id: tier.id,
      producer_id: tier.producerId,
      price_id: tier.priceId,
      price_centavos: tier.price,
      created_at: tier.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export const updatePrice = async (
  tx: Database,
  id: TierId,
  priceId: string,
  price: Centavos,
): Promise<void> => {
  await tx
    .updateTable('tiers')
    .set({ price_id: priceId, price_centavos: price })
    .where('id', '=', id)
    .execute();
};

export const markTierDeleted = async (tx: Database, id: TierId, now: Date): Promise<void> => {
  await tx.updateTable('tiers').set({ deleted_at: now }).where('id', '=', id).execute();
};

export const listBundles = async (db: Database, tierId: TierId): Promise<BundleRow[]> =>
  (await db
    .selectFrom('tier_bundles')
    .select(['id', 'months', 'discount_bps'])
    .where('tier_id', '=', tierId)
    .where('deleted_at', 'is', null)
    .orderBy('months')
    .execute()) as BundleRow[];

/** False when there is a bundle of as many months. */
export const insertBundle = async (
  tx: Database,
  bundle: { id: BundleId; tierId: TierId; months: number; discountBps: number; now: Date },
): Promise<boolean> => {
  const row = await tx
    .insertInto('tier_bundles')
    .values({
      id: bundle.id,
      tier_id: bundle.tierId,
      months: bundle.months,
      discount_bps: bundle.discountBps,
      created_at: bundle.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** Without removed promotions; with those that are over. */
export const listPromotions = async (db: Database, tierId: TierId): Promise<PromotionRow[]> => {
  const { rows } = await sql<PromotionRow>`
    SELECT p.id, p.discount_bps, p.discount_months, p.trial_days, p.start_when, p.active_days,
      p.ends_at, p.max_users, p.users,
      ARRAY(SELECT upper(c.code::text) FROM tier_promotion_codes c WHERE c.promotion_id = p.id
        ORDER BY c.code) AS codes
    FROM tier_promotions p WHERE p.tier_id = ${tierId}::uuid AND p.deleted_at IS NULL
      ORDER BY p.start_when, p.id`.execute(db);
  return rows;
};

export type NewPromotion = {
  id: PromotionId;
  tierId: TierId;
  discountBps: number | null;
  discountMonths: number | null;
  trialDays: number | null;
  startWhen: Date;
  activeDays: number;
  endsAt: Date;
  maxUsers: number;
  codes: readonly string[];
  now: Date;
};

/** False when one of the codes is another promotion's. */
export const insertPromotion = async (tx: Database, promotion: NewPromotion): Promise<boolean> => {
  const { id, tierId, codes } = promotion;
  await tx
    .insertInto('tier_promotions')
    .values({
      id,
      tier_id: tierId,
      discount_bps: promotion.discountBps,
      discount_months: promotion.discountMonths,
      trial_days: promotion.trialDays,
      start_when: promotion.startWhen,
      active_days: promotion.activeDays,
      ends_at: promotion.endsAt,
      max_users: promotion.maxUsers,
      created_at: promotion.now,
    })
    .execute();
  if (codes.length === 0) return true;
  const rows = await tx
    .insertInto('tier_promotion_codes')
    .values(codes.map((code) => ({ tier_id: tierId, code, promotion_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .execute();
  return rows.length === codes.length;
};

/**
 * Removes a bundle or promotion of the plan; false when it has none of this id. The promotion's
 * codes become free again.
 */
export const markPriceDeleted = async (
  tx: Database,
  tierId: TierId,
  id: string,
  now: Date,
): Promise<boolean> => {
  const mark = (table: 'tier_bundles' | 'tier_promotions') =>
    tx
      .updateTable(table)
      .set({ deleted_at: now })
      .where('id', '=', id)
      .where('tier_id', '=', tierId)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
  await tx
    .deleteFrom('tier_promotion_codes')
    .where('promotion_id', '=', id)
    .where('tier_id', '=', tierId)
    .execute();
  return ((await mark('tier_bundles')) ?? (await mark('tier_promotions'))) !== undefined;
};

/** The promotion of a discount code; null when there is none. */
export const promotionOfCode = async (
  db: Database,
  tierId: TierId,
  code: string,
): Promise<PromotionId | null> => {
  const row = await db
    .selectFrom('tier_promotion_codes')
    .select('promotion_id')
    .where('tier_id', '=', tierId)
    .where('code', '=', code)
    .executeTakeFirst();
  return (row?.promotion_id as PromotionId | undefined) ?? null;
};

/** Promotions that the profile has used. */
export const redeemedBy = async (
  db: Database,
  profileId: ProfileId,
  ids: readonly PromotionId[],
): Promise<Set<PromotionId>> => {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('tier_redemptions')
    .select('promotion_id')
    .where('profile_id', '=', profileId)
    .where('promotion_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => row.promotion_id as PromotionId));
};

/**
 * Takes a seat of a promotion for the profile; a rollback gives it back. `used`: the profile had
 * one before. Count and limit are one statement, so that the last seat is sold once.
 */
export const takeSeat = async (
  tx: Database,
  id: PromotionId,
  profileId: ProfileId,
  now: Date,
): Promise<'taken' | 'used' | 'over'> => {
  const first = await tx
    .insertInto('tier_redemptions')
    .values({ promotion_id: id, profile_id: profileId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('promotion_id')
    .executeTakeFirst();
  if (!first) return 'used';
  const { rows } = await sql<{ id: string }>`
    UPDATE tier_promotions SET users = users + 1
    WHERE id = ${id}::uuid AND users < max_users AND deleted_at IS NULL
      AND start_when <= ${now}::timestamptz AND ends_at > ${now}::timestamptz
    RETURNING id`.execute(tx);
  return rows.length === 1 ? 'taken' : 'over';
};

export const deleteRedemptionsOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await db.deleteFrom('tier_redemptions').where('profile_id', '=', profileId).execute();
};
