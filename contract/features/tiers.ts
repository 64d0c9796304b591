// /tiers: a producer's monthly plan, its bundles and promotions. Source: specification sections 3
// (Tier) and 7 (Tiers).
import { z } from 'zod';
import {
  BUNDLE_MONTHS_MAX,
  BUNDLE_MONTHS_MIN,
  PLAN_DISCOUNT_MAX_PERCENT,
  PROMOTION_CODES_MAX,
  PROMOTION_DAYS_MAX,
  PROMOTION_MONTHS_MAX,
  PROMOTION_USERS_MAX,
  TRIAL_DAYS_MAX,
} from '../limits.ts';
import { route } from '../route.ts';
import { centavosSchema, id, instant, uuid } from '../wire.ts';

export const discount = z
  .int()
  .min(1)
  .max(PLAN_DISCOUNT_MAX_PERCENT)
  .meta({ description: 'percent' });

/** Days without a charge for people who never subscribed to this producer. */
export const trialDays = z.int().min(1).max(TRIAL_DAYS_MAX);

/** How many months a promotion lowers, the first one included. */
export const discountMonths = z.int().min(1).max(PROMOTION_MONTHS_MAX);

/** What a promotion gives: a discount for some months, or a free trial; the other is null. */
export const promotionGift = {
  discount: discount.nullable().meta({ description: 'percent off each month of the promotion' }),
  discountMonths: discountMonths
    .nullable()
    .meta({ description: 'months at the lower price, the first one included' }),
  trialDays: trialDays.nullable().meta({ description: 'free trial' }),
};

/** Letters, digits, - and _; written in capitals, whatever the person types. */
export const discountCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9_-]{3,30}$/)
  .meta({
    description: '3 to 30 letters, digits, - or _; capitals and small letters are the same',
  });

const basePrice = z.object({
  id: uuid(),
  price: centavosSchema.meta({ description: 'per month' }),
});

const bundle = z.object({
  id: id('bundle'),
  months: z.int(),
  discount,
  /** What all its months cost together. */
  price: centavosSchema,
});

/** A plan as those who may subscribe see it: the profile's `tier`. */
export const planSchema = z
  .object({
    id: id('tier'),
    basePrice,
    bundles: z.array(bundle).meta({ description: 'by months' }),
    /**
     * The best promotion that needs no code and is open to this viewer: a free trial (`price` 0),
     * or a lower price of each of the first `discountMonths` months.
     */
    promotion: z
      .object({ id: id('promotion'), ...promotionGift, price: centavosSchema, endWhen: instant })
      .nullable(),
  })
  .meta({ id: 'Plan' });

/** A promotion as its producer sees it. */
const promotionSchema = z
  .object({
    id: id('promotion'),
    startWhen: instant,
    endWhen: instant,
    activeDays: z.int(),
    ...promotionGift,
    maxUsers: z.int(),
    users: z.int().meta({ description: 'seats taken' }),
    codes: z.array(z.string()).meta({ description: 'empty: open to all, shown on the profile' }),
    /** It can be used right now. */
    active: z.boolean(),
  })
  .meta({ id: 'Promotion' });

/** A plan as its producer sees it. */
export const tierSchema = z
  .object({
    id: id('tier'),
    basePrice,
    bundles: z.array(bundle),
    promotions: z.array(promotionSchema).meta({ description: 'by startWhen' }),
    createdAt: instant,
  })
  .meta({ id: 'Tier' });

const planSettings = z
  .object({
    tier: tierSchema.nullable(),
    /** Floor and ceiling of the monthly price, in centavos. */
    limits: z.object({ minPrice: centavosSchema, maxPrice: centavosSchema }),
    /** When a new plan may be opened, for thirty days after one was deleted. */
    blockedUntil: instant.nullable(),
    /** People whose paid time runs, and how many of them renew. */
    subscribers: z.object({ active: z.int(), renewing: z.int() }),
  })
  .meta({ id: 'PlanSettings' });

export const tiersRoutes = {
  'GET /tiers': route({
    id: 'tiers.mine',
    summary: 'My plan with its bundles and promotions, and how many subscribe',
    auth: 'producer',
    reply: planSettings,
  }),
  'POST /tiers/paid': route({
    idempotency: 'remembered',
    id: 'tiers.price',
    summary:
      'Opens my plan or changes its monthly price; who subscribes already is asked before paying more',
    auth: 'producer',
    body: z.object({ price: centavosSchema }),
    example: { price: 2_990 },
    reply: planSettings,
    errors: ['tier.cooldown', 'validate.minValue', 'validate.maxValue'],
    perMinute: 30,
  }),
  'POST /tiers/bundles': route({
    idempotency: 'remembered',
    id: 'tiers.bundle',
    summary: 'Sells several months at once, cheaper',
    auth: 'producer',
    body: z.object({ months: z.int().min(BUNDLE_MONTHS_MIN).max(BUNDLE_MONTHS_MAX), discount }),
    example: { months: 3, discount: 15 },
    reply: planSettings,
    errors: ['tier.none', 'validate.taken', 'tier.tooMany'],
    perMinute: 30,
  }),
  'POST /tiers/promotions': route({
    idempotency: 'remembered',
    id: 'tiers.promotion',
    summary:
      'A free trial for new subscribers, or a lower price of their first months: for a number of people, for some days; with codes or open to all',
    auth: 'producer',
    body: z
      .object({
        discount: discount.optional(),
        discountMonths: discountMonths
          .optional()
          .meta({ description: 'of a discount; 1 when not given' }),
        trialDays: trialDays.optional(),
        startWhen: instant.nullable().default(null).meta({ description: 'null: now' }),
        activeDays: z.int().min(1).max(PROMOTION_DAYS_MAX),
        maxUsers: z.int().min(1).max(PROMOTION_USERS_MAX),
        codes: z.array(discountCode).max(PROMOTION_CODES_MAX).default([]),
      })
      .refine((body) => (body.discount === undefined) !== (body.trialDays === undefined), {
        path: ['discount'],
        message: 'a discount or a trial',
      })
      .refine((body) => body.discountMonths === undefined || body.discount !== undefined, {
        path: ['discountMonths'],
        message: 'of a discount only',
      }),
    example: { discount: 50, activeDays: 7, maxUsers: 100, codes: ['BOASVINDAS'] },
    reply: planSettings,
    errors: ['tier.none', 'validate.taken', 'validate.invalid', 'tier.tooMany'],
    perMinute: 30,
  }),
  'DELETE /tiers/{id}': route({
    id: 'tiers.delete',
    summary:
      'Ends my plan: subscriptions stop renewing, what was paid runs out, and no new plan for 30 days',
    auth: 'producer',
    params: z.object({ id: id('tier') }),
    reply: planSettings,
    errors: ['tier.notFound'],
  }),
  'DELETE /tiers/prices/{id}': route({
    id: 'tiers.deletePrice',
    summary: 'Takes a bundle or a promotion off; who bought with it keeps it',
    auth: 'producer',
    params: z.object({ id: uuid() }),
    reply: planSettings,
    errors: ['tier.notFound'],
  }),
};
