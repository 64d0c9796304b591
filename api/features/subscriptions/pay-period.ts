// Pays for a period: transfer, period, access and next dates in one transaction. Subscribing and
// renewing both call it.
import { topicKey } from '@camarim/contract/events';
import type { ProfileId, PromotionId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { newId } from '../../platform/ids/new-id.ts';
import { joinSideEffects } from '../../platform/database/side-effects.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { RealtimeMessage } from '../../platform/bus/port.ts';
import { eventEffects } from '../../platform/outbox/store.ts';
import type { Ctx } from '../../context.ts';
import { extendSubscription } from '../access/index.ts';
import { cardMoneySince, type SellerRate, sourceOf } from '../ledger/index.ts';
import { notificationEffects } from '../notifications/index.ts';
import { checkPayment } from '../spending/index.ts';
import { renewalInstantOf } from './mandates/rules.ts';
import { monthsOf, nextPeriod, type Promotion, reminderInstant } from './rules.ts';
import { type SubscriptionRow, insertPeriod, updateSubscription } from './store.ts';

export type Purchase = {
  months: number;
  amount: Centavos;
  promotionId: PromotionId | null;
  feeBps: SellerRate;
  /** What a later month may take, after the promotion. */
  monthly: Centavos;
  /** What is left of the promotion once this is paid. */
  promotion: Promotion;
  notice: 'subscription' | 'renewed';
  /** Paid directly by Pix and not from the wallet. */
  source?: 'pix';
};

export type PaidPeriod = { transferId: TransferId; balance: Centavos | null; paidUntil: Date };

/** Time that was taken back may be bought again, so its key differs. */
const periodKey = (startsAt: Date, { undone }: SubscriptionRow): string =>
  undone === 0 ? startsAt.toISOString() : `${startsAt.toISOString()}:${undone}`;

export const subscriptionsChanged = (fanId: ProfileId, producerId: ProfileId): RealtimeMessage => ({
  event: 'subscriptions',
  topics: [topicKey('member', fanId)],
  payload: { profileId: producerId },
});

/** The notifications of fan and producer, as rows of the transfer. */
const renewalNotice = (
  ctx: Ctx,
  { fanId, producerId, monthsPaid }: SubscriptionRow,
  { notice, amount }: Purchase,
) => {
  const toProducer = notificationEffects(ctx, {
    profileId: producerId,
    type: 'subscription',
    fromProfileId: fanId,
    amount,
  });
  const toFan = notificationEffects(ctx, {
    profileId: fanId,
    type: 'renewed',
    fromProfileId: producerId,
    amount,
  });
  const changed = eventEffects(subscriptionsChanged(fanId, producerId));
  if (notice === 'subscription') return joinSideEffects(changed, toProducer);
  // The first payment after a free trial: until now the producer knew of the trial only.
  return monthsPaid === 0
    ? joinSideEffects(changed, toFan, toProducer)
    : joinSideEffects(changed, toFan);
};

/**
 * Opens or prolongs the access by the next period of the subscription, and has open connections
 * checked again. The row is that of before the period.
 */
export const grantAccess = async (
  { outbox, jobs }: Ctx,
  tx: Transaction,
  { fanId, producerId, createdAt, paidUntil }: SubscriptionRow,
  period: Omit<Parameters<typeof extendSubscription>[1], 'fanId' | 'producerId'>,
): Promise<void> => {
  await extendSubscription(tx, { ...period, fanId, producerId });
  await outbox.changeAccess(tx, { viewers: [fanId] });
  const isFirst = paidUntil.getTime() === createdAt.getTime();
  if (isFirst)
    await jobs.enqueue(tx, 'chats.automate', {
      trigger: 'firstSubscription',
      producerId,
      profileId: fanId,
    });
};

/**
 * Pays for the next period of a subscription whose row the caller has locked. The ledger's key is
 * the period's start and the number of periods taken back, so that one period is paid once. Throws
 * wallet.insufficient before anything is written.
 */
export const payPeriod = async (
  ctx: Ctx,
  tx: Transaction,
  subscription: SubscriptionRow,
  purchase: Purchase,
): Promise<PaidPeriod> => {
  const { id: subscriptionId, fanId, producerId } = subscription;
  const { months, amount, promotionId, monthly, promotion, feeBps, source } = purchase;
  const now = ctx.clock.now();
  const { startsAt, after } = nextPeriod(subscription, months, now);
  // Spending limits refuse new purchases only: a fan agreed to a renewal earlier and ends it by
  // cancelling. Renewals still count as spending.
  if (purchase.notice === 'subscription')
    await checkPayment(ctx, tx, { payerId: fanId, producerId, price: amount });
  const held = source ? { source } : await sourceOf(tx, fanId, cardMoneySince(ctx));
  const { transferId, balance } = await ctx.ledger.postIn(
    tx,
    {
      kind: 'subscription',
      key: periodKey(startsAt, subscription),
      buyerId: fanId,
      sellerId: producerId,
      subscriptionId,
      price: amount,
      months,
      feeBps,
      ...(months > 1 && { monthsFrom: monthsOf(after, months) }),
      ...held,
    },
    renewalNotice(ctx, subscription, purchase),
  );
  // This month is paid from the wallet: its mandate charge must not be debited as well.
  if (subscription.mandateChargeId && !source)
    await ctx.jobs.enqueue(tx, 'subscriptions.cancelCollection', {
      chargeId: subscription.mandateChargeId,
    });
  const endsAt = after.paidUntil;
  await insertPeriod(tx, {
    id: newId(),
    subscriptionId,
    startsAt,
    endsAt,
    months,
    amount,
    promotionId,
    transferId,
    now,
  });
  await grantAccess(ctx, tx, subscription, { startsAt, endsAt, transferId });
  const renewal = {
    renewAt: renewalInstantOf(subscription, endsAt),
    mandateChargeId: null,
    remindAt: reminderInstant(endsAt, now, promotion),
    failedAttempts: 0,
    stopReason: null,
    leaveReason: null,
  };
  await updateSubscription(tx, subscriptionId, {
    ...after,
    ...renewal,
    promotionPrice: promotion.promotionPrice,
    promotionMonthsLeft: promotion.promotionMonthsLeft,
    price: monthly,
  });
  return { transferId, balance, paidUntil: endsAt };
};
