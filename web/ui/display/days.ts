// Days, months and zones in the reader's language. A day is text like 2026-11-21, wherever it
// begins.
import { localeTag } from './formats.ts';

/** What is said of a whole day has no zone: its noon in UTC stands for it. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`);
const say = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(localeTag(), { ...options, timeZone: 'UTC' }).format(noonOf(day));

/** "novembro de 2026". */
export const formatMonth = (day: string): string => say(day, { month: 'long', year: 'numeric' });

/** "sábado, 21 de novembro". */
export const formatWeekday = (day: string): string =>
  say(day, { weekday: 'long', day: 'numeric', month: 'long' });

/** "sáb." */
export const formatShortWeekday = (day: string): string => say(day, { weekday: 'short' });

/** "21 de nov." */
export const formatShortDay = (day: string): string => say(day, { day: 'numeric', month: 'short' });

/** "14:05" in that zone. */
export const formatHour = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat(localeTag(), { timeStyle: 'short', timeZone }).format(new Date(instant));

/** "Horário de Brasília". */
export const formatZone = (timeZone: string, now: number): string =>
  new Intl.DateTimeFormat(localeTag(), { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
