// Changes of a plan by its producer: prices, bundles, promotions, and its end.
import type { BundleId, ProfileId, PromotionId, TierId } from '@camarim/contract/ids';
import { BUNDLES_MAX, PROMOTIONS_MAX } from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import { newId } from '../../platform/ids/new-id.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import { markListingStale } from '../listings/index.ts';
import type { PlanOwner } from './policy.ts';
import { blockedUntil, bpsOf, endOfPromotion } from './rules.ts';
import {
  type TierRow,
  insertBundle,
  insertPromotion,
  insertTier,
  lastDeletedAt,
  listBundles,
  listPromotions,
  lockTierToChange,
  markPriceDeleted,
  markTierDeleted,
  updatePrice,
} from './store.ts';

/** Called in the transaction that changes a plan; implemented by subscriptions. */
export type PlanListeners = {
  priceChanged(tx: Transaction, producerId: ProfileId, price: Centavos): Promise<void>;
  planEnded(tx: Transaction, producerId: ProfileId): Promise<void>;
};

const requirePlan = async (tx: Transaction, producerId: ProfileId): Promise<TierRow> => {
  const tier = await lockTierToChange(tx, producerId);
  if (!tier) throw new AppError('tier.none');
  return tier;
};

const requirePrice = ({ config }: Ctx, price: Centavos): void => {
  if (price < config.PLAN_PRICE_MIN_CENTAVOS)
    throw fieldError('price', 'validate.minValue', { min: config.PLAN_PRICE_MIN_CENTAVOS / 100 });
  if (price > config.PLAN_PRICE_MAX_CENTAVOS)
    throw fieldError('price', 'validate.maxValue', { max: config.PLAN_PRICE_MAX_CENTAVOS / 100 });
};

/**
 * Opens the plan or changes its price. Throws tier.cooldown, and validate.minValue or
 * validate.maxValue of the price.
 */
export const setPrice = async (
  ctx: Ctx,
  followers: PlanListeners,
  { producerId }: Allowed<PlanOwner>,
  price: Centavos,
): Promise<void> => {
  requirePrice(ctx, price);
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    const tier =
      (await lockTierToChange(tx, producerId)) ?? (await openPlan(tx, producerId, price, now));
    await markListingStale(tx, { profileId: producerId });
    if (!tier || tier.price_centavos === price) return;
    await updatePrice(tx, tier.id, newId(), price);
    await followers.priceChanged(tx, producerId, price);
  });
};

/** Null when this call opened the plan; the plan when a concurrent call opened it first. */
const openPlan = async (
  tx: Transaction,
  producerId: ProfileId,
  price: Centavos,
  now: Date,
): Promise<TierRow | null> => {
  if (blockedUntil(await lastDeletedAt(tx, producerId), now)) throw new AppError('tier.cooldown');
  const opened = await insertTier(tx, {
    id: newId() as TierId,
    producerId,
    priceId: newId(),
    price,
    now,
  });
  return opened ? null : lockTierToChange(tx, producerId);
};

/** Throws tier.none, tier.tooMany, and validate.taken when a bundle has as many months. */
export const addBundle = async (
  ctx: Ctx,
  { producerId }: Allowed<PlanOwner>,
  { months, discount }: { months: number; discount: number },
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const tier = await requirePlan(tx, producerId);
    if ((await listBundles(tx, tier.id)).length >= BUNDLES_MAX)
      throw new AppError('tier.tooMany', { max: BUNDLES_MAX });
    const added = await insertBundle(tx, {
      id: newId() as BundleId,
      tierId: tier.id,
      months,
      discountBps: bpsOf(discount),
      now: ctx.clock.now(),
    });
    if (!added) throw fieldError('months', 'validate.taken');
  });

export type PromotionRequest = {
  discount?: number | undefined;
  /** Months that the discount lasts. */
  discountMonths?: number | undefined;
  /** A free trial in place of a discount. */
  trialDays?: number | undefined;
  startWhen: string | null;
  activeDays: number;
  maxUsers: number;
  codes: readonly string[];
};

/**
 * Throws tier.none, tier.tooMany, validate.taken for a code in use, and validate.invalid when the
 * whole promotion would be over by now.
 */
export const addPromotion = async (
  ctx: Ctx,
  { producerId }: Allowed<PlanOwner>,
  request: PromotionRequest,
): Promise<void> => {
  const now = ctx.clock.now();
  const startWhen = request.startWhen === null ? now : new Date(request.startWhen);
  const endsAt = endOfPromotion(startWhen, request.activeDays);
  if (endsAt <= now) throw fieldError('startWhen', 'validate.invalid');
  await transaction(ctx.db, async (tx) => {
    const tier = await requirePlan(tx, producerId);
    if ((await listPromotions(tx, tier.id)).length >= PROMOTIONS_MAX)
      throw new AppError('tier.tooMany', { max: PROMOTIONS_MAX });
    const { activeDays, maxUsers, discount, discountMonths = 1, trialDays } = request;
    const promotion = {
      id: newId() as PromotionId,
      tierId: tier.id,
      discountBps: discount === undefined ? null : bpsOf(discount),
      discountMonths: discount === undefined ? null : discountMonths,
      trialDays: trialDays ?? null,
      startWhen,
      activeDays,
      endsAt,
      maxUsers,
      codes: [...new Set(request.codes)],
      now,
    };
    if (!(await insertPromotion(tx, promotion))) throw fieldError('codes', 'validate.taken');
  });
};

/** Throws tier.notFound for a price that is not in the caller's plan. */
export const removePrice = async (
  ctx: Ctx,
  { producerId }: Allowed<PlanOwner>,
  id: string,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const tier = await lockTierToChange(tx, producerId);
    if (!tier || !(await markPriceDeleted(tx, tier.id, id, ctx.clock.now())))
      throw new AppError('tier.notFound');
  });

/** Ends the plan. Throws tier.notFound. */
export const deletePlan = async (
  ctx: Ctx,
  followers: PlanListeners,
  { producerId }: Allowed<PlanOwner>,
  id: TierId,
): Promise<void> => {
  await transaction(ctx.db, async (tx) => {
    const tier = await lockTierToChange(tx, producerId);
    if (tier?.id !== id) throw new AppError('tier.notFound');
    await markTierDeleted(tx, tier.id, ctx.clock.now());
    await markListingStale(tx, { profileId: producerId });
    await followers.planEnded(tx, producerId);
  });
};

/** Ends the plan of a producer whose account is removed. May run twice. */
export const erasePlanOf = async (
  ctx: Ctx,
  followers: PlanListeners,
  producerId: ProfileId,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const tier = await lockTierToChange(tx, producerId);
    if (!tier) return;
    await markTierDeleted(tx, tier.id, ctx.clock.now());
    await markListingStale(tx, { profileId: producerId });
    await followers.planEnded(tx, producerId);
  });
