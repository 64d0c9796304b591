// Holidays of a place: those of Brazil and its states are known, others are rules of the operator.
import { DAY_MS } from '@camarim/contract/time';
import { getHolidays, getStates } from '@brazilian-utils/brazilian-utils';

const isoDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/**
 * Easter Sunday in the Gregorian calendar (Meeus, Jones and Butcher), as an instant at 00:00 UTC.
 */
const easterOf = (year: number): number => {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const day = ((h + l - 7 * m + 114) % 31) + 1;
  return Date.UTC(year, month - 1, day);
};

/** The library makes its dates in the time zone of the server. */
const localDay = (date: Date): string =>
  isoDay(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()));

export type StateCode = ReturnType<typeof getStates>[number]['code'];
const STATES: readonly string[] = getStates().map(({ code }) => code);
export const isStateOfBrazil = (code: string): code is StateCode => STATES.includes(code);

/**
 * Days (YYYY-MM-DD) of the year; none for countries whose holidays are not known here. Carnival and
 * Corpus Christi are optional days in the government's yearly list, so they are business days.
 */
export const holidaysOf = (country: string, year: number, state?: StateCode): string[] =>
  country === 'BR'
    ? getHolidays(state ? { year, stateCode: state } : { year })
        .filter(({ type }) => type === 'national' || type === 'state')
        .map(({ date }) => localDay(date))
    : [];

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const EACH_YEAR = /^\d{2}-\d{2}$/;
const FROM_EASTER = /^easter([+-]\d{1,2})$/;
const NTH_WEEKDAY = /^(0[1-9]|1[0-2])-(sun|mon|tue|wed|thu|fri|sat)-([1-4]|last)$/;

/** The nth of a weekday in a month (1 to 12), or its last. */
const nthWeekday = (year: number, month: number, weekday: number, nth: string): string => {
  const first = (weekday - new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 7) % 7;
  if (nth !== 'last') return isoDay(Date.UTC(year, month - 1, 1 + first + 7 * (Number(nth) - 1)));
  const end = Date.UTC(year, month, 0);
  return isoDay(end - ((new Date(end).getUTCDay() - weekday + 7) % 7) * DAY_MS);
};

/**
 * The day of the year that a rule names: `2026-11-25`, `07-09` of each year, `easter+60`, or
 * `11-thu-4` and `05-mon-last`; null for another year, and for what is no rule.
 */
export const dayOfRule = (rule: string, year: number): string | null => {
  if (DAY.test(rule)) return rule.startsWith(`${year}-`) ? rule : null;
  if (EACH_YEAR.test(rule)) return `${year}-${rule}`;
  const [, days] = FROM_EASTER.exec(rule) ?? [];
  if (days) return isoDay(easterOf(year) + Number(days) * DAY_MS);
  const [, month, weekday = '', nth = ''] = NTH_WEEKDAY.exec(rule) ?? [];
  return month ? nthWeekday(year, Number(month), WEEKDAYS.indexOf(weekday), nth) : null;
};

/** Whether the rule names a day that there is. */
export const isHolidayRule = (rule: string): boolean => {
  const leapYear = 2028;
  const day = dayOfRule(rule, DAY.test(rule) ? Number(rule.slice(0, 4)) : leapYear);
  if (day === null) return false;
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && isoDay(at) === day;
};
