// The rolling reserve and holds on a producer’s earnings, for cash-outs and for the pages that show
// them.
import type { ProfileId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import type { Ctx } from '../../../../context.ts';
import { dayOf } from '../../../../platform/clock/days.ts';
import type { Transaction } from '../../../../platform/database/transaction.ts';
import { isProducerInQuestion } from '../../../fraud/index.ts';
import { loadDays } from '../../earnings/store.ts';
import {
  type RetainedEarnings,
  retainedEarnings,
  type PayoutRecord,
  type PayoutRules,
  usualReserve,
} from './rules.ts';
import { loadRecord, loadRules } from './store.ts';

export type PayoutState = {
  rules: PayoutRules;
  changedAt: Date | null;
  record: PayoutRecord;
  /** The amount of sales that were taken back in the days of the reserve. */
  returned: number;
  available: number;
  usualReserve: number;
  retained: RetainedEarnings;
};

const settingsOf = ({ fraudSettings }: Pick<Ctx, 'fraudSettings'>) => {
  const { RESERVE_PERCENT, RESERVE_DAYS, RESERVE_NEW_DAYS } = fraudSettings.current();
  return {
    reservePercent: RESERVE_PERCENT,
    reserveDays: RESERVE_DAYS,
    newDays: RESERVE_NEW_DAYS,
  };
};

/** Whether the first cash-out of each producer waits for an administrator. */
export const reviewsFirst = ({ fraudSettings }: Pick<Ctx, 'fraudSettings'>): boolean =>
  fraudSettings.current().CASH_OUT_FIRST_REVIEW === 1;

/** In the caller's transaction, where cash-outs of the producer are locked. */
export const payoutStateOf = async (
  ctx: Ctx,
  db: Transaction | Ctx['db'],
  producerId: ProfileId,
  replaced?: PayoutRules,
): Promise<PayoutState> => {
  const now = ctx.clock.now();
  const settings = settingsOf(ctx);
  const from = dayOf(new Date(now.getTime() - settings.reserveDays * DAY_MS));
  const stored = await loadRules(db, producerId);
  const rules = replaced ?? stored.rules;
  const found = await loadRecord(db, producerId);
  const days = await loadDays(db, producerId, { from, to: dayOf(now) });
  const { available, pending } = await ctx.ledger.earningsIn(db, producerId);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);
  const record: PayoutRecord = {
    approvedAt: found?.approvedAt ?? null,
    paidOut: found?.paidOut ?? 0,
    inQuestion: await isProducerInQuestion(db, producerId),
    earned: sum(days.map(({ amount }) => amount)),
    pending,
  };
  return {
    rules,
    changedAt: stored.changedAt,
    record,
    returned: -sum(days.filter(({ kind }) => kind === 'reversal').map(({ amount }) => amount)),
    available,
    usualReserve: usualReserve(record, settings, now),
    retained: retainedEarnings(rules, record, { available, settings, now }),
  };
};

export const presentRetained = ({ hold, reserve, total }: RetainedEarnings) => ({
  hold: hold && { amount: hold.amount, reason: hold.reason, until: hold.until.toISOString() },
  reserve,
  total,
});
