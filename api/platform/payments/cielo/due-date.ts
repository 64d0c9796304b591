// Due dates of boletos: a business day, until its end in Sao Paulo.
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { isBusinessDay } from '@brazilian-utils/brazilian-utils';

/** Sao Paulo has had no daylight saving since 2019. */
const OFFSET = '-03:00';
const OFFSET_MS = 3 * HOUR_MS;

/**
 * Carnival Monday, derived from Tuesday: banks are closed on both, and the calendar library knows
 * only the Tuesday.
 */
const isClosedByCustom = (isoDate: string, tomorrow: Date): boolean =>
  isoDate.endsWith('-12-31') ||
  (tomorrow.getUTCMonth() < 3 && tomorrow.getUTCDay() === 2 && !isOpen(tomorrow));

/** Built from its parts, because the library reads dates in the machine's zone. */
const isOpen = (day: Date): boolean =>
  isBusinessDay(new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 12));

/** The first business day at least that many seconds from now, as an ISO date. */
export const dueDateAfter = (now: Date, seconds: number): string => {
  for (let dayMs = now.getTime() - OFFSET_MS + seconds * 1000; ; dayMs += DAY_MS) {
    const day = new Date(dayMs);
    const isoDate = day.toISOString().slice(0, 10);
    if (isOpen(day) && !isClosedByCustom(isoDate, new Date(dayMs + DAY_MS))) return isoDate;
  }
};

/** The end of a day in Sao Paulo (exclusive). */
export const endOfDay = (isoDate: string): Date =>
  new Date(Date.parse(`${isoDate}T00:00:00${OFFSET}`) + DAY_MS);

/** A local time of the protocol as an instant. */
export const localInstant = (text: string): Date =>
  new Date(`${text.trim().replace(' ', 'T').slice(0, 19)}${OFFSET}`);
