// Values of date fields in a person's time zone, converted to and from UTC.
import { MINUTE_MS } from '@camarim/contract/time';

/** Date.parse accepts many formats, incomplete dates included. */
const FIELD = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;

const clocks = new Map<string, Intl.DateTimeFormat>();
/** The Swedish locale formats dates like ISO 8601. */
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  clocks.set(timeZone, known);
  return known;
};

/** The value of a datetime-local field for an instant. */
export const fieldOf = (instant: string | number, timeZone: string): string =>
  clockOf(timeZone).format(new Date(instant)).replace(' ', 'T');

/**
 * The instant of a datetime-local value; null for an invalid one. A time skipped by daylight saving
 * is moved forward.
 */
export const instantOf = (at: string, timeZone: string): string | null => {
  const asUtc = FIELD.test(at) ? Date.parse(`${at}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return null;
  const offsetAt = (time: number): number =>
    Date.parse(`${fieldOf(time, timeZone)}:00Z`) - Math.floor(time / MINUTE_MS) * MINUTE_MS;
  // Two iterations: the offset at the first guess may differ from the one at the result.
  const guess = asUtc - offsetAt(asUtc);
  return new Date(asUtc - offsetAt(guess)).toISOString();
};
