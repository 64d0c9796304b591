// Plans in the contract's shape: basis points become percents, and every purchase option has its
// price.
import type { planSchema, tierSchema } from '@camarim/contract/features/tiers';
import { type Centavos, planPrice, ZERO_CENTAVOS } from '@camarim/contract/money';
import type { z } from 'zod';
import { closedBecause, percentOf } from './rules.ts';
import type { BundleRow, PromotionRow, TierRow } from './store.ts';

export type Plan = z.input<typeof planSchema>;
export type Tier = z.input<typeof tierSchema>;

const bundlesOf = (tier: TierRow, bundles: readonly BundleRow[]): Plan['bundles'] =>
  bundles.map(({ id, months, discount_bps }) => ({
    id,
    months,
    discount: percentOf(discount_bps),
    price: planPrice(tier.price_centavos, months, discount_bps),
  }));

const basePriceOf = (tier: TierRow): Plan['basePrice'] => ({
  id: tier.price_id,
  price: tier.price_centavos,
});

type Gift = Pick<PromotionRow, 'discount_bps' | 'discount_months' | 'trial_days' | 'ends_at'>;

const giftOf = ({ discount_bps, discount_months, trial_days }: Gift) => ({
  discount: discount_bps === null ? null : percentOf(discount_bps),
  discountMonths: discount_months,
  trialDays: trial_days,
});

/** What the first time of access costs with a promotion, and each other month of the discount. */
export const firstPrice = (
  tier: Pick<TierRow, 'price_centavos'>,
  { discount_bps }: Gift,
): Centavos =>
  discount_bps === null ? ZERO_CENTAVOS : planPrice(tier.price_centavos, 1, discount_bps);

/** What a promotion gives, as cards show it. */
export const presentGift = (tier: Pick<TierRow, 'price_centavos'>, promotion: Gift) => ({
  ...giftOf(promotion),
  price: firstPrice(tier, promotion),
  endWhen: promotion.ends_at.toISOString(),
});

export const presentOffer = (tier: TierRow, promotion: PromotionRow) => ({
  id: promotion.id,
  ...presentGift(tier, promotion),
});

export const presentPlan = (
  tier: TierRow,
  bundles: readonly BundleRow[],
  promotion: PromotionRow | null,
): Plan => ({
  id: tier.id,
  basePrice: basePriceOf(tier),
  bundles: bundlesOf(tier, bundles),
  promotion: promotion && presentOffer(tier, promotion),
});

export const presentTier = (
  tier: TierRow,
  bundles: readonly BundleRow[],
  promotions: readonly PromotionRow[],
  now: Date,
): Tier => ({
  id: tier.id,
  basePrice: basePriceOf(tier),
  bundles: bundlesOf(tier, bundles),
  promotions: promotions.map((promotion) => ({
    id: promotion.id,
    startWhen: promotion.start_when.toISOString(),
    endWhen: promotion.ends_at.toISOString(),
    activeDays: promotion.active_days,
    ...giftOf(promotion),
    maxUsers: promotion.max_users,
    users: promotion.users,
    codes: promotion.codes,
    active: closedBecause(promotion, now) === null,
  })),
  createdAt: tier.created_at.toISOString(),
});
