// Renewals by mandate: a charge is created days ahead, resolved on the evening of its due day,
// retried, and given up.
import type { ChargeId } from '@camarim/contract/ids';
import { MINUTE_MS } from '@camarim/contract/time';
import { newId } from '../../../platform/ids/new-id.ts';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { withGatewayLock } from '../../../platform/payments/gateway-lock.ts';
import { GatewayError } from '../../../platform/payments/port.ts';
import type { Ctx } from '../../../context.ts';
import { type PaymentDeps, pollOutcome } from '../../funds/index.ts';
import {
  STOPPED,
  type StopReason,
  type SubscriptionRow,
  lockDue,
  lockRenewing,
  updateSubscription,
} from '../store.ts';
import { notifyFan } from '../notify-fan.ts';
import { mandateApiOf, openMandateCharge } from './charge-handler.ts';
import { dueDayFrom, lastInstant, retryDay, verdictInstant } from './rules.ts';
import { dueOnOf, findMandate, type MandateRow } from './store.ts';

/** The delay after which a bank that gave no answer is asked again. */
const AGAIN_MS = 30 * MINUTE_MS;

/** A subscription whose renewals are charged under a mandate. */
export type MandateSubscription = SubscriptionRow & {
  mandateId: NonNullable<SubscriptionRow['mandateId']>;
};

/**
 * Creates the charge of the next month and schedules its resolution, in the transaction that holds
 * the subscription.
 */
export const openRenewalCharge = async (
  ctx: Ctx,
  tx: Transaction,
  { id: subscriptionId, mandateId, fanId, paidUntil }: MandateSubscription,
): Promise<ChargeId> => {
  const now = ctx.clock.now();
  const mandate = await findMandate(tx, mandateId);
  const dueOn = dueDayFrom(paidUntil, now);
  const id = newId() as ChargeId;
  await openMandateCharge(tx, {
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
 * Creates the charge at the bank; when the bank is unavailable, charge polling does it later. A
 * refused charge is resolved at once.
 */
export const sendRenewalCharge = async (
  ctx: Ctx,
  deps: PaymentDeps,
  subscription: MandateSubscription,
  id: ChargeId,
): Promise<void> => {
  try {
    if ((await pollOutcome(ctx, deps, id)) !== 'over') return;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn({ err: error, chargeId: id }, 'the bank gives no answer about a mandate charge');
    return;
  }
  await endRenewal(ctx, { ...subscription, mandateChargeId: id });
};

/** On the evening of the due day: the payment came, a retry is scheduled, or the renewal ends. */
export const resolveRenewalCharge = async (
  ctx: Ctx,
  deps: PaymentDeps,
  subscription: MandateSubscription & { mandateChargeId: ChargeId },
): Promise<void> => {
  try {
    const outcome = await pollOutcome(ctx, deps, subscription.mandateChargeId);
    if (outcome === 'waiting') return await scheduleRetry(ctx, subscription);
    // A payment has renewed the subscription in its own transaction; if not, the time it was for is
    // no longer for sale.
    return await endRenewal(ctx, subscription);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn(
      { err: error, chargeId: subscription.mandateChargeId },
      'the bank gives no answer about a mandate charge',
    );
    await updateIfCurrent(ctx, subscription, (tx) =>
      updateSubscription(tx, subscription.id, {
        renewAt: new Date(ctx.clock.now().getTime() + AGAIN_MS),
      }),
    );
  }
};

/** Runs `work` on the locked subscription unless another process has handled this charge. */
const updateIfCurrent = (
  ctx: Ctx,
  { id, mandateChargeId }: SubscriptionRow,
  work: (tx: Transaction, subscription: SubscriptionRow) => Promise<void>,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const found = await lockDue(tx, id, ctx.clock.now());
    if (found?.mandateChargeId === mandateChargeId) await work(tx, found);
  });

const scheduleRetry = async (
  ctx: Ctx,
  subscription: MandateSubscription & { mandateChargeId: ChargeId },
): Promise<void> => {
  const dueOn = await dueOnOf(ctx.db, subscription.mandateChargeId);
  const day = retryDay(dueOn, subscription.failedAttempts, ctx.clock.now());
  if (day === null) return endRenewal(ctx, subscription);
  await requestRetry(
    ctx,
    await findMandate(ctx.db, subscription.mandateId),
    subscription.mandateChargeId,
    day,
  );
  const failedAttempts = subscription.failedAttempts + 1;
  await updateIfCurrent(ctx, subscription, async (tx, found) => {
    await updateSubscription(tx, found.id, {
      renewAt: verdictInstant(day),
      remindAt: null,
      failedAttempts,
    });
    if (failedAttempts === 1) await notifyFan(ctx, tx, 'renewalFailed', found);
  });
};

/** A refusal counts as a failed day: the debit may be under way, or no retry may be left. */
const requestRetry = async (
  ctx: Ctx,
  mandate: MandateRow,
  chargeId: ChargeId,
  day: string,
): Promise<void> => {
  try {
    await withGatewayLock(ctx, { kind: 'charge', id: chargeId }, () =>
      mandateApiOf(ctx, mandate).retry(
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
    ctx.log.info({ err: error, chargeId }, 'the bank accepts no other retry of a mandate charge');
  }
};

/** Ends the renewal. The sweep of unused mandates ends its mandate at the bank. */
const endRenewal = async (
  ctx: Ctx,
  subscription: MandateSubscription & { mandateChargeId: ChargeId },
): Promise<void> => {
  const mandate = await findMandate(ctx.db, subscription.mandateId);
  const { providerRef, createdAt } = mandate;
  const report =
    providerRef === null
      ? null
      : await mandateApiOf(ctx, mandate).status({
          mandateId: mandate.id,
          ref: providerRef,
          document: '',
          openedAt: createdAt,
        });
  const stopReason: StopReason = report?.state === 'ended' ? 'permissionEnded' : 'unpaid';
  await transaction(ctx.db, async (tx) => {
    const found = await lockRenewing(tx, subscription.id);
    if (found?.mandateChargeId !== subscription.mandateChargeId) return;
    await updateSubscription(tx, found.id, { ...STOPPED, stopReason });
    await notifyFan(ctx, tx, 'subscriptionEnded', found);
  });
};
