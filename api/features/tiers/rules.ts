// Prices of a plan, and when promotions and new plans are open. Pure: no I/O, no clock.
import { PLAN_COOLDOWN_DAYS } from '@camarim/contract/limits';
import { DAY_MS } from '@camarim/contract/time';

const BPS_PER_PERCENT = 100;

export const bpsOf = (percent: number): number => percent * BPS_PER_PERCENT;
export const percentOf = (bps: number): number => bps / BPS_PER_PERCENT;

export const endOfPromotion = (startWhen: Date, activeDays: number): Date =>
  new Date(startWhen.getTime() + activeDays * DAY_MS);

/** Why a promotion can't be used; null when it can. */
export const closedBecause = (
  {
    start_when,
    ends_at,
    users,
    max_users,
  }: { start_when: Date; ends_at: Date; users: number; max_users: number },
  now: Date,
): 'notYet' | 'over' | null => {
  if (start_when > now) return 'notYet';
  return ends_at <= now || users >= max_users ? 'over' : null;
};

/** When a producer whose last plan ended may open another one; null when they may now. */
export const blockedUntil = (lastDeletedAt: Date | null, now: Date): Date | null => {
  if (lastDeletedAt === null) return null;
  const until = new Date(lastDeletedAt.getTime() + PLAN_COOLDOWN_DAYS * DAY_MS);
  return until > now ? until : null;
};
