// Subscribing to a producer, renewing, stopping, and the list of one's subscriptions. Source:
// specification section 7.
import { z } from 'zod';
import { LEAVE_REASONS } from '../limits.ts';
import { route } from '../route.ts';
import { seenPromotion, seenTrial } from '../sales.ts';
import { centavosSchema, id, instant, page } from '../wire.ts';
import { chargeSchema } from './funds/charges.ts';
import { profileSummarySchema } from './profiles.ts';
import { discountCode, promotionGift } from './tiers.ts';

declare module '../events.ts' {
  interface RealtimeEvents {
    /** What I may see of a producer changed: I subscribed, renewed, or my paid time changed. */
    subscriptions: { profileId: string };
  }
}

/** What the fan has bought and what comes next. */
const subscriptionSchema = z
  .object({
    id: id('subscription'),
    profile: profileSummarySchema,
    /** `late`: a renewal was not paid yet and is tried again; there is no access until then. */
    status: z.enum(['active', 'late', 'ended']),
    renews: z.boolean(),
    /** A free trial runs: nothing has been paid yet. */
    trial: z.boolean(),
    /** Monthly price the fan agreed to, after a promotion. */
    price: centavosSchema,
    /**
     * What a month costs now; null when the plan is closed. More than `price`: it renews only if
     * the fan agrees, once the months of a promotion are over.
     */
    currentPrice: centavosSchema.nullable(),
    /**
     * Months of a promotion that are still to be charged: their price, how many, and the day from
     * which the plan's price is charged.
     */
    promotion: z.object({ price: centavosSchema, monthsLeft: z.int(), until: instant }).nullable(),
    subscribedUntil: instant,
    /** When it is charged next; null when it is not. */
    nextCharge: instant.nullable(),
    /** Why it does not renew. */
    stopReason: z.enum(['fan', 'planEnded', 'priceRose', 'unpaid', 'permissionEnded']).nullable(),
    /** What pays the renewals. */
    paidBy: z.enum(['wallet', 'pixAutomatico']),
    createdAt: instant,
  })
  .meta({ id: 'Subscription' });

export const subscriptionsRoutes = {
  'POST /profiles/{profileId}/renew': route({
    id: 'profiles.renew',
    summary:
      'Subscribes, buys a bundle of months, or turns the renewal on again (which charges nothing now)',
    auth: 'member',
    params: z.object({ profileId: id('profile') }),
    body: z
      .object({
        price: centavosSchema.meta({
          description:
            'what the person saw and agrees to, 0 for a free trial; refused when it is another by now. While paid time runs: the monthly price of the plan, also when months of a promotion are left',
        }),
        bundleId: id('bundle').optional(),
        promotionId: id('promotion').optional().meta({ description: 'an open promotion' }),
        discountCode: discountCode.optional(),
        trial: seenTrial.optional(),
        promotion: seenPromotion.optional(),
        subscribedUntil: instant.nullable().default(null).meta({
          description:
            'end of the paid time that the person saw; refused when it is another by now, so that two taps never buy twice',
        }),
      })
      .refine(
        (body) => [body.bundleId, body.promotionId, body.discountCode].filter(Boolean).length <= 1,
        { path: ['discountCode'], message: 'one discount at a time' },
      ),
    example: { price: 2_990 },
    reply: z.object({
      subscribedUntil: instant,
      renews: z.boolean(),
      charged: centavosSchema,
      transferId: id('transfer').nullable(),
      balance: centavosSchema,
    }),
    idempotency: 'required',
    errors: [
      'profile.notFound',
      'profile.notSelf',
      'tier.none',
      'tier.notFound',
      'promotion.notFound',
      'promotion.over',
      'promotion.used',
      'promotion.notNew',
      'subscription.changed',
      'wallet.insufficient',
      'validate.invalid',
    ],
    perMinute: 60,
  }),
  'POST /profiles/{profileId}/renew/pix-automatico': route({
    id: 'profiles.renewByPixAutomatico',
    summary:
      'Subscribes by Pix Automático: a code that pays the first month and permits the next ones; the payer is who the bill data say',
    auth: 'member',
    params: z.object({ profileId: id('profile') }),
    body: z
      .object({
        price: centavosSchema.meta({
          description:
            'of the first month, as the person saw it; refused when it is another by now',
        }),
        promotionId: id('promotion').optional().meta({ description: 'an open promotion' }),
        discountCode: discountCode.optional(),
        promotion: seenPromotion.optional(),
      })
      .refine((body) => body.promotionId === undefined || body.discountCode === undefined, {
        path: ['discountCode'],
        message: 'one discount at a time',
      }),
    example: { price: 2_990 },
    reply: chargeSchema,
    idempotency: 'required',
    errors: [
      'profile.notFound',
      'profile.notSelf',
      'wallet.methodUnavailable',
      'tier.none',
      'promotion.notFound',
      'promotion.over',
      'promotion.used',
      'promotion.notNew',
      'subscription.changed',
      'spending.dayLimit',
      'spending.monthLimit',
      'fraud.pairAmount',
      'fraud.pairSales',
      'fraud.newPayer',
      'gateway.unavailable',
      'gateway.refused',
      'validate.required',
      'validate.invalid',
    ],
    perMinute: 20,
  }),
  'DELETE /profiles/{id}/subscribe': route({
    id: 'profiles.unsubscribe',
    summary: 'Stops the renewal; what was paid stays until its end',
    auth: 'member',
    params: z.object({ id: id('profile') }),
    query: z.object({
      reason: z.enum(LEAVE_REASONS).optional().meta({
        description: 'why; the creator sees how often each reason was chosen, without names',
      }),
    }),
    reply: z.object({ subscriber: z.boolean(), subscribedUntil: instant.nullable() }),
    errors: ['subscription.notFound'],
  }),
  'GET /subscriptions': route({
    id: 'subscriptions.mine',
    summary: 'My subscriptions, those that run the longest first',
    auth: 'member',
    query: z.object(page(20, 100)),
    reply: z.array(subscriptionSchema),
    list: 'offset',
  }),
  'GET /publics/profiles/discount': route({
    id: 'publics.discount',
    summary: 'What a discount code of a profile is worth',
    auth: 'optional',
    query: z.object({ profileId: id('profile'), discountCode }),
    reply: z.object({
      id: id('promotion'),
      ...promotionGift,
      price: centavosSchema.meta({ description: 'of the first month; 0: a free trial' }),
      endWhen: instant,
    }),
    errors: [
      'profile.notFound',
      'tier.none',
      'promotion.notFound',
      'promotion.over',
      'promotion.used',
      'promotion.notNew',
    ],
    perMinute: 30,
  }),
};
