// Renewals by the clock: the wallet pays, else the card, else it is tried again on days 1, 3 and 5
// and then ends; or a permission pays.
import type { ChargeId, ProfileId, SubscriptionId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { workOnEach } from '../../platform/failing-items/work-on-each.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdPlan } from '../tiers/index.ts';
import type { Shortage } from '../ledger/index.ts';
import { type Till, payPeriod } from './pay-period.ts';
import {
  type CollectDeps,
  judgeCollection,
  openCollection,
  type Permitted,
  sendCollection,
} from './permission/collect.ts';
import { retryInstant } from './rules.ts';
import {
  RENEWING,
  STOPPED,
  type StopReason,
  type SubscriptionRow,
  listDue,
  loadParties,
  lockDue,
  updateSubscription,
} from './store.ts';
import { tell } from './tell.ts';

/**
 * Tops the wallet up from the person's default card. `refusedForGood`: that card was not asked, or
 * is never asked again; the person may add another, or money. The key names the attempt, so that
 * asking twice charges once.
 */
export type DefaultCard = (request: {
  profileId: ProfileId;
  amount: Centavos;
  key: string;
}) => Promise<'paid' | 'refused' | 'refusedForGood' | 'none'>;

export type RenewalDeps = CollectDeps & { ledger: Till; defaultCard: DefaultCard };

type Due = { id: SubscriptionId; producerId: ProfileId };
type Short = { shortOf: Centavos; subscription: SubscriptionRow };
/** `collecting`: the charge of a month was put on record; null: there is one already. */
type Permission = { subscription: Permitted; collecting: ChargeId | null };
type Outcome = 'renewed' | 'stopped' | 'gone' | Short | Permission;

const BATCH = 100;

/**
 * Renews what is due; answers how many periods were paid. Any number of processes may run it at
 * once.
 */
export const renewDue = async (
  platform: Platform,
  deps: RenewalDeps,
  signal?: AbortSignal,
): Promise<number> => {
  let renewed = 0;
  for (;;) {
    const due = await listDue(platform.db, platform.clock.now(), BATCH);
    const outcomes = await workOnEach(
      platform,
      { work: RENEWING, items: due, idOf: ({ id }) => id, signal },
      (one) => renewOne(platform, deps, one),
    );
    renewed += outcomes.filter((outcome) => outcome === 'renewed').length;
    platform.outbox.nudge();
    // What is left is in the hands of another process, or is postponed.
    if (signal?.aborted || outcomes.every((outcome) => outcome === 'gone')) return renewed;
  }
};

const renewOne = async (platform: Platform, deps: RenewalDeps, due: Due): Promise<Outcome> => {
  const outcome = await attempt(platform, deps, due);
  if (typeof outcome === 'string') return outcome;
  return 'collecting' in outcome
    ? collect(platform, deps, outcome)
    : payFromCard(platform, deps, due, outcome);
};

const collect = async (
  platform: Platform,
  deps: RenewalDeps,
  { subscription, collecting }: Permission,
): Promise<'stopped'> => {
  if (collecting) await sendCollection(platform, deps, subscription, collecting);
  else if (isCollecting(subscription)) await judgeCollection(platform, deps, subscription);
  return 'stopped';
};

const isCollecting = (
  subscription: Permitted,
): subscription is Permitted & { collectionId: ChargeId } => subscription.collectionId !== null;
const isPermitted = (subscription: SubscriptionRow): subscription is Permitted =>
  subscription.mandateId !== null;

const payFromCard = async (
  platform: Platform,
  deps: RenewalDeps,
  due: Due,
  outcome: Short,
): Promise<Outcome> => {
  const { subscription, shortOf } = outcome;
  const key = `renewal:${due.id}:${subscription.paidUntil.toISOString()}:${subscription.failedAttempts}`;
  const card = await deps.defaultCard({ profileId: subscription.fanId, amount: shortOf, key });
  if (card === 'paid') {
    const second = await attempt(platform, deps, due);
    if (typeof second === 'string') return second;
  }
  return noteFailure(platform, deps, due, card === 'refusedForGood');
};

/** One try in one transaction. A wallet that is short refuses before anything is written. */
const attempt = (platform: Platform, deps: RenewalDeps, due: Due): Promise<Outcome> =>
  transaction(platform.db, async (tx): Promise<Outcome> => {
    const tier = await holdPlan(tx, due.producerId);
    const subscription = await lockDue(tx, due.id, platform.clock.now());
    if (!subscription) return 'gone';
    const parties = await loadParties(tx, subscription);
    if (!tier || !parties.producing || parties.blocked || parties.fanGone)
      return stop(platform, deps, tx, subscription, 'planEnded');
    // What was asked for at the price agreed to is judged at that price.
    if (tier.price_centavos > subscription.price && !subscription.collectionId)
      return stop(platform, deps, tx, subscription, 'priceRose');
    if (isPermitted(subscription))
      return {
        subscription,
        collecting: isCollecting(subscription)
          ? null
          : await openCollection(platform, deps.charges, tx, subscription),
      };
    // A price that fell is for those who subscribe already, too.
    const monthly = tier.price_centavos;
    const feeBps = parties.feeBps ?? platform.config.FEE_BPS;
    try {
      await payPeriod(platform, deps.ledger, tx, subscription, {
        months: 1,
        amount: monthly,
        promotionId: null,
        feeBps,
        monthly,
        notice: 'renewed',
      });
      return 'renewed';
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'wallet.insufficient') throw error;
      const { needed, balance } = error.data.reply as Shortage;
      return { subscription, shortOf: (needed - balance) as Centavos };
    }
  });

const stop = async (
  platform: Platform,
  deps: RenewalDeps,
  tx: Transaction,
  subscription: SubscriptionRow,
  reason: StopReason,
): Promise<'stopped'> => {
  await updateSubscription(tx, subscription.id, { ...STOPPED, stopReason: reason });
  await tell(platform, deps, tx, 'subscriptionEnded', subscription);
  return 'stopped';
};

/** Sets the day of the next try, or ends it after the last one. */
const noteFailure = (
  platform: Platform,
  deps: RenewalDeps,
  due: Due,
  cardRefused: boolean,
): Promise<Outcome> =>
  transaction(platform.db, async (tx): Promise<Outcome> => {
    const subscription = await lockDue(tx, due.id, platform.clock.now());
    if (!subscription) return 'gone';
    const failedAttempts = subscription.failedAttempts + 1;
    const renewAt = retryInstant(subscription.paidUntil, failedAttempts);
    // A try that comes after its own next day (the clock slept) goes on with the day after that.
    const next =
      renewAt && renewAt <= platform.clock.now()
        ? retryInstant(subscription.paidUntil, failedAttempts + 1)
        : renewAt;
    if (!next || next <= platform.clock.now())
      return stop(platform, deps, tx, subscription, 'unpaid');
    await updateSubscription(tx, subscription.id, {
      renewAt: next,
      remindAt: null,
      failedAttempts,
    });
    if (failedAttempts === 1)
      await tell(platform, deps, tx, 'renewalFailed', subscription, { cardRefused });
    return 'stopped';
  });
