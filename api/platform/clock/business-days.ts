// Business days of a country: neither Saturday, Sunday nor a national holiday. Days are those of
// São Paulo, as everywhere in the product.
import { DAY_MS } from '@camarim/contract/time';
import { dayOf } from './days.ts';

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

const isoDay = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);

/**
 * Brazil's national holidays: laws 662/1949, 6.802/1980, 10.607/2002 and 14.759/2023, and Good
 * Friday, which the government's yearly list has as a national holiday. Carnival and Corpus Christi
 * are optional days in that list, so they are business days here.
 */
const BRAZIL_FIXED = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25'];
const CONSCIOUSNESS_DAY = { monthDay: '11-20', since: 2024 };

/** Days (YYYY-MM-DD) of the year; none for countries whose holidays are not known here. */
export const holidaysOf = (country: string, year: number): string[] =>
  country === 'BR'
    ? [
        ...BRAZIL_FIXED.map((monthDay) => `${year}-${monthDay}`),
        ...(year >= CONSCIOUSNESS_DAY.since ? [`${year}-${CONSCIOUSNESS_DAY.monthDay}`] : []),
        isoDay(easterOf(year) - 2 * DAY_MS),
      ].toSorted()
    : [];

const isBusinessDay = (day: string, country: string, more: readonly string[]): boolean => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return (
    weekday !== 0 &&
    weekday !== 6 &&
    !more.includes(day) &&
    !holidaysOf(country, Number(day.slice(0, 4))).includes(day)
  );
};

/**
 * The same time of day after `count` business days, the day of `at` not counted. `more` are further
 * holidays, such as those of a state.
 */
export const addBusinessDays = (
  at: Date,
  count: number,
  { country, more = [] }: { country: string; more?: readonly string[] },
): Date => {
  let due = at.getTime();
  for (let left = count; left > 0;) {
    due += DAY_MS;
    if (isBusinessDay(dayOf(new Date(due)), country, more)) left -= 1;
  }
  return new Date(due);
};
