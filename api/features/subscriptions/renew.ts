// Scheduled renewals: the wallet pays, else the default card, else it is retried on days 1, 3 and 5
// and then ends; or a mandate pays.
import type { ChargeId, ProfileId, SubscriptionId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { drainDue } from '../../platform/failing-items/drain-due.ts';
import type { Ctx } from '../../context.ts';
import type { PaymentDeps } from '../funds/index.ts';
import { lockPlan } from '../tiers/index.ts';
import type { Shortage } from '../ledger/index.ts';
import { payPeriod } from './pay-period.ts';
import {
  resolveRenewalCharge,
  openRenewalCharge,
  type MandateSubscription,
  sendRenewalCharge,
} from './mandates/renewal-charge.ts';
import {
  afterMonth,
  agreedAfter,
  costsMore,
  isFirstFull,
  nextMonthPrice,
  retryInstant,
} from './rules.ts';
import {
  RENEW_JOB,
  STOPPED,
  type StopReason,
  type SubscriptionRow,
  listDue,
  loadParties,
  lockDue,
  updateSubscription,
} from './store.ts';
import { announceFirstFull, notifyFan } from './notify-fan.ts';

/**
 * Tops up the wallet from the fan's default card. `refusedForGood`: the card was not charged or
 * must not be charged again; the fan may add another one, or money. The key is idempotent per
 * attempt.
 */
export type DefaultCard = (request: {
  profileId: ProfileId;
  amount: Centavos;
  key: string;
}) => Promise<'paid' | 'refused' | 'refusedForGood' | 'none'>;

/** What renewals need beyond the context. */
export type RenewalDeps = PaymentDeps & { defaultCard: DefaultCard };

type DueRenewal = { id: SubscriptionId; producerId: ProfileId };
type WalletShortage = { shortOf: Centavos; price: Centavos; subscription: SubscriptionRow };
/** `newChargeId`: a mandate charge was created for the next month; null: there is one already. */
type MandateRenewal = { subscription: MandateSubscription; newChargeId: ChargeId | null };
type RenewalOutcome = 'renewed' | 'handled' | 'gone' | WalletShortage | MandateRenewal;

const BATCH = 100;

/**
 * Renews what is due; returns how many periods were paid. Any number of processes may run it at
 * once.
 */
export const renewDue = async (
  ctx: Ctx,
  deps: RenewalDeps,
  signal?: AbortSignal,
): Promise<number> => {
  let renewed = 0;
  await drainDue(
    ctx,
    {
      job: RENEW_JOB,
      batch: BATCH,
      take: (now) => listDue(ctx.db, now, BATCH),
      idOf: ({ id }) => id,
      signal,
    },
    async (due) => {
      const outcome = await renewOne(ctx, deps, due);
      if (outcome === 'renewed') renewed += 1;
      return outcome !== 'gone';
    },
  );
  return renewed;
};

const renewOne = async (ctx: Ctx, deps: RenewalDeps, due: DueRenewal): Promise<RenewalOutcome> => {
  const outcome = await attempt(ctx, due);
  if (typeof outcome === 'string') return outcome;
  return 'newChargeId' in outcome
    ? renewByMandate(ctx, deps, outcome)
    : payFromCard(ctx, deps, due, outcome);
};

const renewByMandate = async (
  ctx: Ctx,
  deps: RenewalDeps,
  { subscription, newChargeId }: MandateRenewal,
): Promise<'handled'> => {
  if (newChargeId) await sendRenewalCharge(ctx, deps, subscription, newChargeId);
  else if (hasMandateCharge(subscription)) await resolveRenewalCharge(ctx, deps, subscription);
  return 'handled';
};

const hasMandateCharge = (
  subscription: MandateSubscription,
): subscription is MandateSubscription & { mandateChargeId: ChargeId } =>
  subscription.mandateChargeId !== null;
const hasMandate = (subscription: SubscriptionRow): subscription is MandateSubscription =>
  subscription.mandateId !== null;

const payFromCard = async (
  ctx: Ctx,
  deps: RenewalDeps,
  due: DueRenewal,
  outcome: WalletShortage,
): Promise<RenewalOutcome> => {
  const { subscription, shortOf, price } = outcome;
  const key = `renewal:${due.id}:${subscription.paidUntil.toISOString()}:${subscription.failedAttempts}`;
  const card = await deps.defaultCard({ profileId: subscription.fanId, amount: shortOf, key });
  if (card === 'paid') {
    const second = await attempt(ctx, due);
    if (typeof second === 'string') return second;
  }
  return recordFailure(ctx, due, { price, cardRefused: card === 'refusedForGood' });
};

/** One attempt in one transaction. A wallet that is short refuses before anything is written. */
const attempt = (ctx: Ctx, due: DueRenewal): Promise<RenewalOutcome> =>
  transaction(ctx.db, async (tx): Promise<RenewalOutcome> => {
    const tier = await lockPlan(tx, due.producerId);
    const subscription = await lockDue(tx, due.id, ctx.clock.now());
    if (!subscription) return 'gone';
    const parties = await loadParties(tx, subscription);
    if (!tier || !parties.producing || parties.blocked || parties.fanGone)
      return stop(ctx, tx, subscription, 'planEnded');
    // A mandate charge that exists has the agreed price and is resolved at that price.
    if (costsMore(subscription, tier.price_centavos) && !subscription.mandateChargeId)
      return stop(ctx, tx, subscription, 'priceRose');
    const planPrice = tier.price_centavos;
    // The jobs did not run for days: nothing is charged before it is announced.
    if (subscription.remindAt !== null && isFirstFull(subscription, planPrice)) {
      await announceFirstFull(ctx, tx, subscription, planPrice);
      return 'handled';
    }
    if (hasMandate(subscription))
      return {
        subscription,
        newChargeId: hasMandateCharge(subscription)
          ? null
          : await openRenewalCharge(ctx, tx, subscription),
      };
    // A lower price applies to existing subscriptions too.
    const price = nextMonthPrice(subscription, planPrice);
    try {
      await payPeriod(ctx, tx, subscription, {
        months: 1,
        amount: price,
        promotionId: null,
        feeBps: parties.feeBps,
        monthly: agreedAfter(subscription, planPrice),
        promotion: afterMonth(subscription),
        notice: 'renewed',
      });
      return 'renewed';
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'wallet.insufficient') throw error;
      const { needed, balance } = error.data.reply as Shortage;
      return { subscription, price, shortOf: (needed - balance) as Centavos };
    }
  });

const stop = async (
  ctx: Ctx,
  tx: Transaction,
  subscription: SubscriptionRow,
  reason: StopReason,
): Promise<'handled'> => {
  await updateSubscription(tx, subscription.id, { ...STOPPED, stopReason: reason });
  await notifyFan(ctx, tx, 'subscriptionEnded', subscription);
  return 'handled';
};

/** Sets the day of the next attempt, or ends the subscription after the last one. */
const recordFailure = (
  ctx: Ctx,
  due: DueRenewal,
  failure: { price: Centavos; cardRefused: boolean },
): Promise<RenewalOutcome> =>
  transaction(ctx.db, async (tx): Promise<RenewalOutcome> => {
    const subscription = await lockDue(tx, due.id, ctx.clock.now());
    if (!subscription) return 'gone';
    const failedAttempts = subscription.failedAttempts + 1;
    const renewAt = retryInstant(subscription.paidUntil, failedAttempts);
    // When the process was stopped past the next day, the attempt after that day follows.
    const next =
      renewAt && renewAt <= ctx.clock.now()
        ? retryInstant(subscription.paidUntil, failedAttempts + 1)
        : renewAt;
    if (!next || next <= ctx.clock.now()) return stop(ctx, tx, subscription, 'unpaid');
    await updateSubscription(tx, subscription.id, {
      renewAt: next,
      remindAt: null,
      failedAttempts,
    });
    if (failedAttempts === 1) await notifyFan(ctx, tx, 'renewalFailed', subscription, failure);
    return 'handled';
  });
