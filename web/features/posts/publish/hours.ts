// When a post is seen, as a form holds it: the words of a date field in São Paulo's time, and the instants of the wire.

/** `at`: what a date-and-time field holds, like 2026-11-21T20:30; empty while nothing is chosen. */
export type Hours = { when: 'now' | 'later' | 'draft'; at: string; days: number | null };

export const AT_ONCE: Hours = { when: 'now', at: '', days: null };

/** Brazil has no summer time since 2019: São Paulo is three hours behind UTC all year. */
const OFFSET = '-03:00';
/** The engine reads much as a date, half of one too. */
const FIELD = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const OFFSET_MS = 3 * 3_600_000;

/** The instant a date field means; null for none. */
export const instantOf = (at: string): string | null => {
  const time = FIELD.test(at) ? Date.parse(`${at}:00${OFFSET}`) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

/** What a date field shows of an instant. */
export const fieldOf = (instant: string | number): string => new Date(new Date(instant).getTime() - OFFSET_MS).toISOString().slice(0, 16);

/** What of it goes into the call; null while the date is missing or past. */
export const hoursBody = ({ when, at, days }: Hours, now: number): { draft: boolean; startWhen?: string; activeDays: number | null } | null => {
  if (when !== 'later') return { draft: when === 'draft', activeDays: days };
  const startWhen = instantOf(at);
  return startWhen && Date.parse(startWhen) > now ? { draft: false, startWhen, activeDays: days } : null;
};
