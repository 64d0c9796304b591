// When a post is seen, as a form holds it: the words of a date field in the creator's own time, and
// the instants of the wire.

/** `at`: what a date-and-time field holds, like 2026-11-21T20:30; empty while nothing is chosen. */
export type Hours = { when: 'now' | 'later' | 'draft'; at: string; days: number | null };

export const AT_ONCE: Hours = { when: 'now', at: '', days: null };

/** The engine reads much as a date, half of one too. */
const FIELD = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const MINUTE_MS = 60_000;

const clocks = new Map<string, Intl.DateTimeFormat>();
/** Swedish writes dates as ISO does. */
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  clocks.set(timeZone, known);
  return known;
};

/** What a date field shows of an instant. */
export const fieldOf = (instant: string | number, timeZone: string): string =>
  clockOf(timeZone).format(new Date(instant)).replace(' ', 'T');

/**
 * The instant a date field means; null for none. An hour that a zone leaves out in spring is the
 * one after it.
 */
export const instantOf = (at: string, timeZone: string): string | null => {
  const asUtc = FIELD.test(at) ? Date.parse(`${at}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  const offsetAt = (time: number): number =>
    Date.parse(`${fieldOf(time, timeZone)}:00Z`) - Math.floor(time / MINUTE_MS) * MINUTE_MS;
  // Twice: the first guess may lie on the other side of a change of the clock.
  const guess = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(guess)).toISOString();
};

/** What of it goes into the call; null while the date is missing or past. */
export const hoursBody = (
  { when, at, days }: Hours,
  { now, timeZone }: { now: number; timeZone: string },
): { draft: boolean; startWhen?: string; activeDays: number | null } | null => {
  if (when !== 'later') return { draft: when === 'draft', activeDays: days };
  const startWhen = instantOf(at, timeZone);
  return startWhen && Date.parse(startWhen) > now
    ? { draft: false, startWhen, activeDays: days }
    : null;
};
