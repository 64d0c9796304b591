// Start and end of a post, chosen in the producer's time zone.
import { instantOf } from '../../../ui/fields/local-time.ts';

/** `at`: value of a datetime-local field, such as 2026-11-21T20:30; empty without a choice. */
export type Hours = { when: 'now' | 'later' | 'draft'; at: string; days: number | null };

export const AT_ONCE: Hours = { when: 'now', at: '', days: null };

/** The fields of the request; null while the date is missing or past. */
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
