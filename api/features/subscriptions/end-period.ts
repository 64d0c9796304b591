// Takes back the time that one transfer paid for. Later periods move up, so that access is exactly
// what is paid.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import type { Transaction } from '../../platform/database/transaction.ts';
import { endSubscription } from '../access/index.ts';
import { renewalInstantOf } from './mandates/rules.ts';
import { monthsAfter, reminderInstant } from './rules.ts';
import { lockPeriodOf, movePeriod, periodsAfter, STOPPED, updateSubscription } from './store.ts';

/**
 * Ends the period at `now`, or deletes it when it has not begun. Later periods follow at once; when
 * the present month was cut, months are counted from a new anchor here. Without later periods
 * nothing renews. A period that is over stays as it was. May run twice. Returns the fan, or null
 * when nothing changed.
 */
export const endPeriod = async (
  tx: Transaction,
  transferId: TransferId,
  now: Date,
): Promise<ProfileId | null> => {
  const found = await lockPeriodOf(tx, transferId, now);
  if (!found) return null;
  const { period, subscription } = found;
  const hasBegun = period.startsAt < now;
  const later = await periodsAfter(tx, subscription.id, period.endsAt);
  await movePeriod(tx, period.id, period.startsAt, hasBegun ? now : period.startsAt);

  const anchorAt = hasBegun ? now : subscription.anchorAt;
  let monthsPaid = hasBegun
    ? 0
    : subscription.monthsPaid - [period, ...later].reduce((sum, { months }) => sum + months, 0);
  let paidUntil = hasBegun ? now : period.startsAt;
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
    // A month that is charged under a mandate is resolved on its due day.
    ...(renews
      ? {
          renewAt: subscription.mandateChargeId
            ? subscription.renewAt
            : renewalInstantOf(subscription, paidUntil),
          remindAt: reminderInstant(paidUntil, now, subscription),
        }
      : { ...STOPPED, stopReason: later.length > 0 ? subscription.stopReason : 'unpaid' }),
  });
  await endSubscription(tx, subscription, paidUntil);
  return subscription.fanId;
};
