// Taking back the time that one transfer paid for: what was paid for after it moves up, so that
// access is what is paid, and nothing else.
import type { TransferId } from '@camarim/contract/ids';
import type { Transaction } from '../../platform/database/transaction.ts';
import { renewalInstantOf } from './mandates/rules.ts';
import { monthsAfter, reminderInstant } from './rules.ts';
import {
  endAccess,
  lockPeriodOf,
  movePeriod,
  periodsAfter,
  STOPPED,
  updateSubscription,
} from './store.ts';

/**
 * Ends the period at `now`, or takes it away when it has not begun. Later periods follow at once, a
 * new anchor counted from here when the present month was cut. Without later ones nothing renews. A
 * period that is over stays as it was. May run twice.
 */
export const endPeriod = async (
  tx: Transaction,
  transferId: TransferId,
  now: Date,
): Promise<void> => {
  const found = await lockPeriodOf(tx, transferId, now);
  if (!found) return;
  const { period, subscription } = found;
  const begun = period.startsAt < now;
  const later = await periodsAfter(tx, subscription.id, period.endsAt);
  await movePeriod(tx, period.id, period.startsAt, begun ? now : period.startsAt);

  const anchorAt = begun ? now : subscription.anchorAt;
  let monthsPaid = begun
    ? 0
    : subscription.monthsPaid - [period, ...later].reduce((sum, { months }) => sum + months, 0);
  let paidUntil = begun ? now : period.startsAt;
  for (const { id, months } of later) {
    const startsAt = paidUntil;
    monthsPaid += months;
    paidUntil = monthsAfter(anchorAt, monthsPaid);
    await movePeriod(tx, id, startsAt, paidUntil);
  }
  const renews = later.length > 0 && subscription.renewAt !== null;
  await updateSubscription(tx, subscription.id, {
    anchorAt,
    monthsPaid,
    paidUntil,
    undone: subscription.undone + 1,
    // A month that was asked for of the bank is judged on its own day.
    ...(renews
      ? {
          renewAt: subscription.mandateChargeId
            ? subscription.renewAt
            : renewalInstantOf(subscription, paidUntil),
          remindAt: reminderInstant(paidUntil, now),
        }
      : { ...STOPPED, stopReason: later.length > 0 ? subscription.stopReason : 'unpaid' }),
  });
  await endAccess(tx, subscription, paidUntil);
};
