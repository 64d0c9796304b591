// Starts a free trial: access for some days without a movement of money. The first charge is the
// renewal at its end, which the fan agreed to and can stop.
import type { PromotionId } from '@camarim/contract/ids';
import { type Centavos, ZERO_CENTAVOS } from '@camarim/contract/money';
import { newId } from '../../platform/ids/new-id.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { fieldError } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { notify } from '../notifications/index.ts';
import { emailFan } from './notify-fan.ts';
import { grantAccess, subscriptionsChanged } from './pay-period.ts';
import type { StoredResult } from './result.ts';
import { renewalInstant, trialEnd, trialReminder } from './rules.ts';
import { type SubscriptionRow, insertPeriod, updateSubscription } from './store.ts';

/** The trial that the fan saw: its days, and the price of a month after it. */
export type SeenTrial = { days: number; price: Centavos };

/**
 * The caller holds the subscription's row and checked that the fan is new to the producer; the
 * index subscription_periods_one_trial refuses a second trial whatever the caller did. The fan gets
 * the terms by email. Throws validate.invalid when they are not those that the fan saw: the price
 * of 0 says nothing of the months after it.
 */
export const startTrial = async (
  ctx: Ctx,
  tx: Transaction,
  subscription: SubscriptionRow,
  {
    days,
    promotionId,
    monthly,
    seen,
  }: {
    days: number;
    promotionId: PromotionId | null;
    monthly: Centavos;
    seen: SeenTrial | undefined;
  },
): Promise<StoredResult> => {
  if (seen?.days !== days || seen.price !== monthly) throw fieldError('price', 'validate.invalid');
  const { id: subscriptionId, fanId, producerId } = subscription;
  const startsAt = ctx.clock.now();
  const endsAt = trialEnd(startsAt, days);
  await insertPeriod(tx, {
    id: newId(),
    subscriptionId,
    startsAt,
    endsAt,
    months: 0,
    amount: ZERO_CENTAVOS,
    promotionId,
    transferId: null,
    now: startsAt,
  });
  await grantAccess(ctx, tx, subscription, { startsAt, endsAt, transferId: null });
  // The months are counted from the end of the trial.
  const change = {
    price: monthly,
    anchorAt: endsAt,
    monthsPaid: 0,
    paidUntil: endsAt,
    renewAt: renewalInstant(endsAt),
    remindAt: trialReminder(startsAt, endsAt),
  };
  await updateSubscription(tx, subscriptionId, change);
  await ctx.outbox.publish(tx, subscriptionsChanged(fanId, producerId));
  await notify(ctx, tx, { profileId: producerId, type: 'trialStarted', fromProfileId: fanId });
  await emailFan(ctx, tx, 'trialStarted', { ...subscription, ...change }, monthly);
  return {
    subscribedUntil: endsAt.toISOString(),
    renews: true,
    charged: ZERO_CENTAVOS,
    transferId: null,
    balance: null,
  };
};
