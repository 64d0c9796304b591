// How much a person may top up by card: on one São Paulo day, and in thirty days up to today.
import type { ProfileId } from '@camarim/contract/ids';
import { type Centavos, centavos } from '@camarim/contract/money';
import { SAO_PAULO } from '@camarim/contract/time';
import type { Transaction } from '../../../../platform/database/transaction.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../../context.ts';
import { lockProfile, sumOfCards } from './store.ts';

const MONTH_DAYS = 30;

export type CreditLimit = {
  dailyMaxCredit: Centavos;
  todayTotal: Centavos;
  monthlyMaxCredit: Centavos;
  lastMonthTotal: Centavos;
};

const windowsAt = (now: Date): { dayStart: Date; monthStart: Date } => {
  const day = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(SAO_PAULO)
    .startOfDay();
  return {
    dayStart: new Date(day.epochMilliseconds),
    monthStart: new Date(day.subtract({ days: MONTH_DAYS - 1 }).epochMilliseconds),
  };
};

export const readCreditLimit = async (
  { db, fraudSettings, clock }: Ctx,
  profileId: ProfileId,
): Promise<CreditLimit> => {
  const { CARD_DAY_MAX_CENTAVOS, CARD_MONTH_MAX_CENTAVOS } = fraudSettings.current();
  const { today, month } = await sumOfCards(db, profileId, windowsAt(clock.now()));
  return {
    dailyMaxCredit: centavos(CARD_DAY_MAX_CENTAVOS),
    todayTotal: today,
    monthlyMaxCredit: centavos(CARD_MONTH_MAX_CENTAVOS),
    lastMonthTotal: month,
  };
};

/**
 * Checks the limits in the transaction that creates the charge, with the profile locked: of two
 * concurrent charges the second counts the first. Throws wallet.dayLimit and wallet.monthLimit.
 */
export const checkCardLimit = async (
  ctx: Ctx,
  tx: Transaction,
  profileId: ProfileId,
  amount: Centavos,
): Promise<void> => {
  await lockProfile(tx, profileId);
  const { dailyMaxCredit, todayTotal, monthlyMaxCredit, lastMonthTotal } = await readCreditLimit(
    { ...ctx, db: tx },
    profileId,
  );
  if (todayTotal + amount > dailyMaxCredit) throw new AppError('wallet.dayLimit');
  if (lastMonthTotal + amount > monthlyMaxCredit) throw new AppError('wallet.monthLimit');
};
