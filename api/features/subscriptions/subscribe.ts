// Subscribing, buying a bundle, resuming the renewal and stopping it.
import type { SubscriptionId } from '@camarim/contract/ids';
import type { LeaveReason } from '@camarim/contract/limits';
import { type Centavos, ZERO_CENTAVOS } from '@camarim/contract/money';
import { newId } from '../../platform/ids/new-id.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { once } from '../../platform/idempotency/idempotency.ts';
import type { Ctx } from '../../context.ts';
import { withTopUpIntent } from '../ledger/index.ts';
import { summarise } from '../profiles/index.ts';
import { type TierRow, type PurchaseOption, lockPlan, quoteIn } from '../tiers/index.ts';
import { payPeriod } from './pay-period.ts';
import type { StoredResult, SubscriptionResult } from './result.ts';
import {
  agreedAfter,
  promotionOf,
  reminderInstant,
  renewalInstant,
  sawTerms,
  type SeenPromotion,
} from './rules.ts';
import { type SeenTrial, startTrial } from './start-trial.ts';
import {
  type Pair,
  STOPPED,
  type SubscriptionRow,
  loadParties,
  lockPair,
  updateSubscription,
} from './store.ts';

/** What the fan saw and agreed to. */
export type PurchaseRequest = PurchaseOption & {
  price: Centavos;
  subscribedUntil: string | null;
  trial?: SeenTrial | undefined;
  promotion?: SeenPromotion | undefined;
};

/**
 * Subscribes or renews at the price the fan saw. While paid time runs and no bundle is chosen, it
 * resumes the renewal, which charges nothing. Throws tier.none, subscription.changed,
 * validate.invalid when the price changed, what a discount refuses, and wallet.insufficient with
 * what the wallet dialog needs.
 */
export const subscribe = async (
  ctx: Ctx,
  pair: Allowed<Pair>,
  purchase: PurchaseRequest,
  key: string | null,
): Promise<SubscriptionResult> => {
  const { fanId, producerId } = pair;
  const request = { producerId, ...purchase };
  const pay = () =>
    once(
      ctx.db,
      {
        profileId: fanId,
        key,
        route: 'POST /profiles/{profileId}/renew',
        request,
        now: ctx.clock.now(),
      },
      (tx) => subscribeOnce(ctx, tx, pair, purchase),
    );
  const done = await withTopUpIntent(pay, async () => {
    const producer = (await summarise(ctx, [producerId])).get(producerId);
    const { bundleId, promotionId, discountCode, promotion, subscribedUntil, price } = purchase;
    const option = {
      ...(bundleId && { bundleId }),
      ...(promotionId && { promotionId }),
      ...(discountCode && { discountCode }),
      ...(promotion && { promotion }),
    };
    return {
      kind: 'subscription',
      profileId: producerId,
      ...option,
      subscribedUntil,
      value: price,
      label: producer?.exibitionName ?? '',
    };
  });
  return { ...done, balance: done.balance ?? (await ctx.ledger.balanceOf(fanId)).balance };
};

const subscribeOnce = async (
  ctx: Ctx,
  tx: Transaction,
  { fanId, producerId }: Pair,
  purchase: PurchaseRequest,
): Promise<StoredResult> => {
  const now = ctx.clock.now();
  const tier = await lockPlan(tx, producerId);
  if (!tier) throw new AppError('tier.none');
  const subscription = await lockPair(tx, {
    id: newId() as SubscriptionId,
    fanId,
    producerId,
    price: tier.price_centavos,
    now,
  });
  const running = subscription.paidUntil > now;
  if (
    (purchase.subscribedUntil && new Date(purchase.subscribedUntil).getTime()) !==
    (running ? subscription.paidUntil.getTime() : null)
  )
    throw new AppError('subscription.changed');
  if (running && !purchase.bundleId) return resumeRenewal(tx, subscription, tier, purchase, now);

  const quote = await quoteIn(tx, tier, fanId, purchase, now);
  if (quote.price !== purchase.price) throw fieldError('price', 'validate.invalid');
  if (quote.trialDays !== null)
    return startTrial(ctx, tx, subscription, {
      days: quote.trialDays,
      promotionId: quote.promotionId,
      monthly: tier.price_centavos,
      seen: purchase.trial,
    });
  const terms = { months: quote.monthsAtPrice + 1, price: tier.price_centavos };
  if (quote.promotionId !== null && !sawTerms(purchase.promotion, terms))
    throw fieldError('price', 'validate.invalid');
  const { feeBps } = await loadParties(tx, { fanId, producerId });
  // A subscription that begins again from the wallet renews from the wallet.
  const mandateId = running ? subscription.mandateId : null;
  if (mandateId !== subscription.mandateId)
    await updateSubscription(tx, subscription.id, { mandateId });
  const { transferId, balance, paidUntil } = await payPeriod(
    ctx,
    tx,
    { ...subscription, mandateId },
    {
      months: quote.months,
      amount: quote.price,
      promotionId: quote.promotionId,
      feeBps,
      monthly: tier.price_centavos,
      // A bundle while paid time runs is between two months of the promotion.
      promotion: running ? subscription : promotionOf(quote),
      notice: 'subscription',
    },
  );
  return {
    subscribedUntil: paidUntil.toISOString(),
    renews: true,
    charged: quote.price,
    transferId,
    balance,
  };
};

/**
 * Agrees to the plan's present price from the next period on. Discounts are for new subscriptions;
 * the months that are left of one are kept, and a risen price is asked about after them.
 */
const resumeRenewal = async (
  tx: Transaction,
  subscription: SubscriptionRow,
  tier: TierRow,
  purchase: PurchaseRequest,
  now: Date,
): Promise<StoredResult> => {
  const { id, paidUntil } = subscription;
  if (purchase.promotionId || purchase.discountCode) throw new AppError('promotion.used');
  if (purchase.price !== tier.price_centavos) throw fieldError('price', 'validate.invalid');
  // An earlier mandate has another amount or was ended: from here on the wallet pays.
  await updateSubscription(tx, id, {
    mandateId: null,
    mandateChargeId: null,
    price:
      subscription.promotionMonthsLeft > 0
        ? agreedAfter(subscription, purchase.price)
        : purchase.price,
    renewAt: renewalInstant(paidUntil),
    remindAt: reminderInstant(paidUntil, now, subscription),
    failedAttempts: 0,
    stopReason: null,
    leaveReason: null,
  });
  return {
    subscribedUntil: paidUntil.toISOString(),
    renews: true,
    charged: ZERO_CENTAVOS,
    transferId: null,
    balance: null,
  };
};

/**
 * Stops the renewal; the paid time stays. Stopping twice changes nothing, except that a reason may
 * be given later.
 */
export const stopRenewing = async (
  ctx: Ctx,
  { id, paidUntil, renewAt, mandateId, stopReason }: Allowed<SubscriptionRow>,
  reason?: LeaveReason,
): Promise<{ subscriber: false; subscribedUntil: string | null }> => {
  // One statement: it waits for a renewal under way, which is the last one.
  if (renewAt) {
    await updateSubscription(ctx.db, id, {
      ...STOPPED,
      stopReason: 'fan',
      leaveReason: reason ?? null,
    });
    // The mandate is ended at the bank too; if this job is lost, the scheduled one does it within a
    // minute.
    if (mandateId) await ctx.jobs.enqueue(ctx.db, 'subscriptions.settleMandates', {});
  } else if (reason && stopReason === 'fan')
    await updateSubscription(ctx.db, id, { leaveReason: reason });
  return {
    subscriber: false,
    subscribedUntil: paidUntil > ctx.clock.now() ? paidUntil.toISOString() : null,
  };
};
