// Renewing under a permission: a charge asked for days ahead, judged on the evening of its day,
// tried again, and given up.
import { randomUUIDv7 } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { withGatewayLock } from '../../../platform/payments/gateway-lock.ts';
import { GatewayError } from '../../../platform/payments/port.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  STOPPED,
  type StopReason,
  type SubscriptionRow,
  lockDue,
  lockRenewing,
  updateSubscription,
} from '../store.ts';
import { type ContactDeps, notifyFan } from '../notify-fan.ts';
import { mandateApiOf } from './charge-handler.ts';
import type { MandateCharges } from './charges.ts';
import { dueDayFrom, lastInstant, retryDay, verdictInstant } from './rules.ts';
import { dueOnOf, findMandate, type MandateRow } from './store.ts';

export type MandateDeps = ContactDeps & { charges: MandateCharges };

/** A bank that gives no answer is asked again this soon. */
const AGAIN_MS = 30 * 60_000;

/** A subscription whose renewals are charged under a permission. */
export type MandateSubscription = SubscriptionRow & {
  mandateId: NonNullable<SubscriptionRow['mandateId']>;
};

/**
 * Puts the charge of the next month on record, in the transaction that holds the subscription; the
 * day after which it is judged is set with it.
 */
export const openRenewalCharge = async (
  platform: Platform,
  charges: MandateCharges,
  tx: Transaction,
  { id: subscriptionId, mandateId, fanId, paidUntil }: MandateSubscription,
): Promise<ChargeId> => {
  const now = platform.clock.now();
  const mandate = await findMandate(tx, mandateId);
  const dueOn = dueDayFrom(paidUntil, now);
  const id = randomUUIDv7() as ChargeId;
  await charges.create(tx, {
    id,
    profileId: fanId,
    provider: mandate.provider,
    mandateId,
    dueOn,
    amountCentavos: mandate.amountCentavos,
    expiresAt: lastInstant(dueOn),
    now,
  });
  await updateSubscription(tx, subscriptionId, {
    mandateChargeId: id,
    renewAt: verdictInstant(dueOn),
    failedAttempts: 0,
  });
  return id;
};

/**
 * Has the bank make it now; when it is away, the reconciliation of charges does. One that is
 * refused is judged at once.
 */
export const sendRenewalCharge = async (
  platform: Platform,
  deps: MandateDeps,
  subscription: MandateSubscription,
  id: ChargeId,
): Promise<void> => {
  try {
    if ((await deps.charges.sync(id)) !== 'over') return;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    platform.log.warn(
      { err: error, chargeId: id },
      'the bank gives no answer about a month under a permission',
    );
    return;
  }
  await endRenewal(platform, deps, { ...subscription, mandateChargeId: id });
};

/**
 * On the evening of its day: the money came, another try is asked for, or the renewal is given up.
 */
export const resolveRenewalCharge = async (
  platform: Platform,
  deps: MandateDeps,
  subscription: MandateSubscription & { mandateChargeId: ChargeId },
): Promise<void> => {
  try {
    const outcome = await deps.charges.sync(subscription.mandateChargeId);
    if (outcome === 'waiting') return await scheduleRetry(platform, deps, subscription);
    // Paid: the same transaction has moved the renewal on, unless what it was for is not to be had
    // any more.
    return await endRenewal(platform, deps, subscription);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    platform.log.warn(
      { err: error, chargeId: subscription.mandateChargeId },
      'the bank gives no answer about a month under a permission',
    );
    await updateIfCurrent(platform, subscription, (tx) =>
      updateSubscription(tx, subscription.id, {
        renewAt: new Date(platform.clock.now().getTime() + AGAIN_MS),
      }),
    );
  }
};

/** The subscription as it is now, unless somebody else has dealt with it. */
const updateIfCurrent = (
  platform: Platform,
  { id, mandateChargeId }: SubscriptionRow,
  work: (tx: Transaction, subscription: SubscriptionRow) => Promise<void>,
): Promise<void> =>
  transaction(platform.db, async (tx) => {
    const found = await lockDue(tx, id, platform.clock.now());
    if (found?.mandateChargeId === mandateChargeId) await work(tx, found);
  });

const scheduleRetry = async (
  platform: Platform,
  deps: MandateDeps,
  subscription: MandateSubscription & { mandateChargeId: ChargeId },
): Promise<void> => {
  const dueOn = await dueOnOf(platform.db, subscription.mandateChargeId);
  const day = retryDay(dueOn, subscription.failedAttempts, platform.clock.now());
  if (day === null) return endRenewal(platform, deps, subscription);
  await requestRetry(
    platform,
    await findMandate(platform.db, subscription.mandateId),
    subscription.mandateChargeId,
    day,
  );
  const failedAttempts = subscription.failedAttempts + 1;
  await updateIfCurrent(platform, subscription, async (tx, found) => {
    await updateSubscription(tx, found.id, {
      renewAt: verdictInstant(day),
      remindAt: null,
      failedAttempts,
    });
    if (failedAttempts === 1) await notifyFan(platform, deps, tx, 'renewalFailed', found);
  });
};

/**
 * A refusal counts like a day without money: the debit may be under way, or there may be no try
 * left.
 */
const requestRetry = async (
  platform: Platform,
  mandate: MandateRow,
  chargeId: ChargeId,
  day: string,
): Promise<void> => {
  try {
    await withGatewayLock(platform, { kind: 'charge', id: chargeId }, () =>
      mandateApiOf(platform, mandate).retry(
        {
          chargeId,
          providerRef: null,
          amountCentavos: mandate.amountCentavos,
          method: 'pixAutomatico',
        },
        day,
      ),
    );
  } catch (error) {
    if (!(error instanceof GatewayError) || error.outcome !== 'refused') throw error;
    platform.log.info(
      { err: error, chargeId },
      'the bank takes no other try of a month under a permission',
    );
  }
};

/**
 * Ends the renewal. Its permission is ended at the bank by whoever sweeps those that nothing uses.
 */
const endRenewal = async (
  platform: Platform,
  deps: MandateDeps,
  subscription: MandateSubscription & { mandateChargeId: ChargeId },
): Promise<void> => {
  const mandate = await findMandate(platform.db, subscription.mandateId);
  const { providerRef, createdAt } = mandate;
  const report =
    providerRef === null
      ? null
      : await mandateApiOf(platform, mandate).status({
          mandateId: mandate.id,
          ref: providerRef,
          document: '',
          openedAt: createdAt,
        });
  const stopReason: StopReason = report?.state === 'ended' ? 'permissionEnded' : 'unpaid';
  await transaction(platform.db, async (tx) => {
    const found = await lockRenewing(tx, subscription.id);
    if (found?.mandateChargeId !== subscription.mandateChargeId) return;
    await updateSubscription(tx, found.id, { ...STOPPED, stopReason });
    await notifyFan(platform, deps, tx, 'subscriptionEnded', found);
  });
};
