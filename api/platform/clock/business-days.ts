// Business days of a place: neither Saturday, Sunday nor a holiday. Days are those of
// São Paulo, as everywhere in the product.
import { DAY_MS } from '@camarim/contract/time';
import { dayOf } from './days.ts';
import { dayOfRule, holidaysOf, type StateCode } from './holidays.ts';

/** `state` is one of Brazil, `more` are rules of further holidays (holidays.ts). */
export type Place = { country: string; state?: StateCode | undefined; more?: readonly string[] };

const isBusinessDay = (day: string, { country, state, more = [] }: Place): boolean => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const year = Number(day.slice(0, 4));
  return (
    weekday !== 0 &&
    weekday !== 6 &&
    !more.some((rule) => dayOfRule(rule, year) === day) &&
    !holidaysOf(country, year, state).includes(day)
  );
};

/** The same time of day after `count` business days, the day of `at` not counted. */
export const addBusinessDays = (at: Date, count: number, place: Place): Date => {
  let due = at.getTime();
  for (let left = count; left > 0;) {
    due += DAY_MS;
    if (isBusinessDay(dayOf(new Date(due)), place)) left -= 1;
  }
  return new Date(due);
};
