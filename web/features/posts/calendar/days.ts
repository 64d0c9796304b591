// Calendar days as text such as 2026-11-21: arithmetic and weeks.
import { DAY_MS } from '@camarim/contract/time';

const DAY = /^\d{4}-\d\d-\d\d$/;

const timeOf = (day: string): number => Date.parse(`${day}T00:00Z`);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A valid day of a query parameter, else null. */
export const readDay = (text: string | null): string | null =>
  text !== null && DAY.test(text) && !Number.isNaN(timeOf(text)) && dayOf(timeOf(text)) === text
    ? text
    : null;

export const addDays = (day: string, count: number): string => dayOf(timeOf(day) + count * DAY_MS);

/** The same day of another month, or that month's last day. */
export const addMonths = (day: string, count: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + count, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(date, last)));
};

/** Whole days between two days. */
export const daysBetween = (one: string, other: string): number =>
  Math.round((timeOf(other) - timeOf(one)) / DAY_MS);

/** 0 is Sunday. */
const weekdayOf = (day: string): number => new Date(timeOf(day)).getUTCDay();

/** The week of a day; `first` is its first weekday. */
export const weekOf = (day: string, first: number): string[] => {
  const start = addDays(day, -((weekdayOf(day) - first + 7) % 7));
  return Array.from({ length: 7 }, (_, index) => addDays(start, index));
};

/** The weeks that cover the month of a day. */
export const weeksOf = (day: string, first: number): string[][] => {
  const month = day.slice(0, 7);
  const weeks = [weekOf(`${month}-01`, first)];
  for (;;) {
    const next = addDays(weeks.at(-1)?.[0] ?? day, 7);
    if (!next.startsWith(month)) return weeks;
    weeks.push(weekOf(next, first));
  }
};

/** Whether two days are in the same month; other days are dimmed. */
export const sameMonth = (one: string, other: string): boolean =>
  one.slice(0, 7) === other.slice(0, 7);
