// A plan as fans see it: the offer on a profile, and the price of each purchase option.
import type { BundleId, ProfileId, PromotionId } from '@camarim/contract/ids';
import { type Centavos, planPrice } from '@camarim/contract/money';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { hasSubscribed } from '../access/index.ts';
import { firstPrice, type Plan, presentOffer, presentPlan } from './present.ts';
import { closedBecause } from './rules.ts';
import {
  type PromotionRow,
  type TierRow,
  listBundles,
  listPromotions,
  loadTier,
  lockTierToSell,
  promotionOfCode,
  redeemedBy,
  takeSeat,
} from './store.ts';

const publicPromotions = (promotions: readonly PromotionRow[], now: Date): PromotionRow[] =>
  promotions.filter(
    (promotion) => promotion.codes.length === 0 && closedBecause(promotion, now) === null,
  );

const isTrial = ({ trial_days }: PromotionRow): boolean => trial_days !== null;

/** Free trials are for people who never had access to the producer's content, and so once each. */
const isNewTo = async (
  db: Database,
  producerId: ProfileId,
  viewerId: ProfileId | null,
): Promise<boolean> => viewerId === null || !(await hasSubscribed(db, viewerId, producerId));

/**
 * The plan of a profile with the best open promotion that the viewer has not used yet; null when
 * the profile sells no plan.
 */
export const planOf = async (
  { db, clock }: Ctx,
  producerId: ProfileId,
  viewerId: ProfileId | null,
): Promise<Plan | null> => {
  const tier = await loadTier(db, producerId);
  if (!tier) return null;
  const [bundles, promotions] = await Promise.all([
    listBundles(db, tier.id),
    listPromotions(db, tier.id),
  ]);
  const open = publicPromotions(promotions, clock.now());
  const used =
    viewerId === null
      ? new Set<PromotionId>()
      : await redeemedBy(
          db,
          viewerId,
          open.map(({ id }) => id),
        );
  const trials = open.some(isTrial) && (await isNewTo(db, producerId, viewerId));
  const [best = null] = open
    .filter((promotion) => !used.has(promotion.id) && (trials || !isTrial(promotion)))
    .sort(
      (a, b) =>
        firstPrice(tier, a) - firstPrice(tier, b) ||
        (b.discount_months ?? 0) - (a.discount_months ?? 0),
    );
  return presentPlan(tier, bundles, best);
};

/**
 * The offer of a discount code to the viewer. Throws tier.none, promotion.notFound, promotion.over,
 * promotion.used, and promotion.notNew for a trial of a person who has subscribed before.
 */
export const offerOfCode = async (
  { db, clock }: Ctx,
  producerId: ProfileId,
  code: string,
  viewerId: ProfileId | null,
) => {
  const tier = await loadTier(db, producerId);
  if (!tier) throw new AppError('tier.none');
  const promotion = await promotionFor(db, tier, { discountCode: code });
  const closed = closedBecause(promotion, clock.now());
  // A code is secret until its promotion starts.
  if (closed === 'notYet') throw new AppError('promotion.notFound');
  if (closed) throw new AppError('promotion.over');
  if (viewerId !== null && (await redeemedBy(db, viewerId, [promotion.id])).has(promotion.id))
    throw new AppError('promotion.used');
  if (isTrial(promotion) && !(await isNewTo(db, producerId, viewerId)))
    throw new AppError('promotion.notNew');
  return presentOffer(tier, promotion);
};

const promotionFor = async (
  db: Database,
  tier: TierRow,
  {
    discountCode,
    promotionId,
  }: { discountCode?: string | undefined; promotionId?: PromotionId | undefined },
): Promise<PromotionRow> => {
  const id =
    discountCode === undefined ? promotionId : await promotionOfCode(db, tier.id, discountCode);
  const found = (await listPromotions(db, tier.id)).find((promotion) => promotion.id === id);
  // A promotion with codes can't be used by its id.
  if (!found || (discountCode === undefined && found.codes.length > 0))
    throw new AppError('promotion.notFound');
  return found;
};

/** What a fan buys: a month or a bundle, with at most one discount. */
export type PurchaseOption = {
  bundleId?: BundleId | undefined;
  promotionId?: PromotionId | undefined;
  discountCode?: string | undefined;
};

/** `trialDays`: time that nothing is paid for; then there are no months. */
export type Quote = {
  months: number;
  price: Centavos;
  /** Months that may be renewed at this price after the first one. */
  monthsAtPrice: number;
  promotionId: PromotionId | null;
  trialDays: number | null;
};

/** The plan in force, share-locked until the transaction ends; null when there is none. */
export const lockPlan = (tx: Database, producerId: ProfileId): Promise<TierRow | null> =>
  lockTierToSell(tx, producerId);

/**
 * The present price of a purchase option, with the promotion's seat taken for the buyer. Throws
 * tier.notFound for a bundle that was removed, and promotion.notFound, promotion.over,
 * promotion.used, promotion.notNew.
 */
export const quoteIn = async (
  tx: Database,
  tier: TierRow,
  buyerId: ProfileId,
  option: PurchaseOption,
  now: Date,
): Promise<Quote> => {
  const monthly = tier.price_centavos;
  if (option.bundleId) {
    const bundle = (await listBundles(tx, tier.id)).find(({ id }) => id === option.bundleId);
    if (!bundle) throw new AppError('tier.notFound');
    return {
      months: bundle.months,
      price: planPrice(monthly, bundle.months, bundle.discount_bps),
      monthsAtPrice: 0,
      promotionId: null,
      trialDays: null,
    };
  }
  if (option.promotionId === undefined && option.discountCode === undefined)
    return { months: 1, price: monthly, monthsAtPrice: 0, promotionId: null, trialDays: null };
  const promotion = await promotionFor(tx, tier, option);
  if (closedBecause(promotion, now) === 'notYet') throw new AppError('promotion.notFound');
  const { trial_days: trialDays } = promotion;
  if (isTrial(promotion) && !(await isNewTo(tx, tier.producer_id, buyerId)))
    throw new AppError('promotion.notNew');
  const seat = await takeSeat(tx, promotion.id, buyerId, now);
  if (seat !== 'taken') throw new AppError(seat === 'used' ? 'promotion.used' : 'promotion.over');
  return {
    months: trialDays === null ? 1 : 0,
    price: firstPrice(tier, promotion),
    monthsAtPrice: (promotion.discount_months ?? 1) - 1,
    promotionId: promotion.id,
    trialDays,
  };
};
