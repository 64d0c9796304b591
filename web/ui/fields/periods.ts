// Periods that are one press away: the last days, today included, and the month so far.
import { DAY_MS, SAO_PAULO } from '@camarim/contract/time';

/** Days in the time zone of São Paulo; a missing one is the default of the page. */
export type Period = { from?: string; to?: string };

export const PERIOD_DAYS = [7, 30, 90] as const;

/** `2026-11-21` in São Paulo. */
export const todayIn = (now: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: SAO_PAULO }).format(now);

export const lastDays = (count: number, today: string): Required<Period> => ({
  from: new Date(Date.parse(today) - (count - 1) * DAY_MS).toISOString().slice(0, 10),
  to: today,
});

export const monthSoFar = (today: string): Required<Period> => ({
  from: `${today.slice(0, 8)}01`,
  to: today,
});
