// Days, months and zones in the reader's language. A day is text like 2026-11-21, wherever it
// begins.
import { localeTag } from './formats.ts';

/** A whole day has no time zone, so it is formatted by its noon in UTC. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`);
const formatWith = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(localeTag(), { ...options, timeZone: 'UTC' }).format(noonOf(day));

/** "novembro de 2026". */
export const formatMonth = (day: string): string =>
  formatWith(day, { month: 'long', year: 'numeric' });

/** "sábado, 21 de novembro". */
export const formatWeekday = (day: string): string =>
  formatWith(day, { weekday: 'long', day: 'numeric', month: 'long' });

/** "sáb." */
export const formatShortWeekday = (day: string): string => formatWith(day, { weekday: 'short' });

/** "21 de nov." */
export const formatShortDay = (day: string): string =>
  formatWith(day, { day: 'numeric', month: 'short' });

/** "21/11", where there is no space for the name of the month. */
export const formatNumericDay = (day: string): string =>
  formatWith(day, { day: 'numeric', month: 'numeric' });

/** "Horário de Brasília". */
export const formatZone = (timeZone: string, now: number): string =>
  new Intl.DateTimeFormat(localeTag(), { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
