// Days as the product counts them: those of São Paulo.
import { DAY_MS, SAO_PAULO } from '@camarim/contract/time';

// To create one takes as long as some hundred uses.
const DAY_FORMAT = new Intl.DateTimeFormat('sv-SE', {
  timeZone: SAO_PAULO,
  dateStyle: 'short',
});

/** Calendar day in São Paulo, YYYY-MM-DD. */
export const dayOf = (at: Date): string => DAY_FORMAT.format(at);

/**
 * The first instant of a day in São Paulo, and that of the next day: UTC-3 without daylight saving
 * time.
 */
export const spanOfDay = (day: string): { from: Date; to: Date } => {
  const from = new Date(`${day}T00:00:00-03:00`);
  return { from, to: new Date(from.getTime() + DAY_MS) };
};

const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
export const dayAfter = (day: string): string => daysLater(day, 1);
export const dayBefore = (day: string): string => daysLater(day, -1);
