// Months in the reader's language, and the list of those to choose from.
import { localeTag } from '../../ui/display/formats.ts';

/** Newest first. */
const monthsFrom = (first: string, last: string): string[] => {
  const months: string[] = [];
  let [year = 0, number = 0] = last.split('-').map(Number);
  for (let month = last; month >= first;) {
    months.push(month);
    [year, number] = number === 1 ? [year - 1, 12] : [year, number - 1];
    month = `${year}-${String(number).padStart(2, '0')}`;
  }
  return months;
};

/** "outubro de 2026". */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat(localeTag(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T00:00:00Z`),
  );

/** Options of a select. */
export const monthOptions = (first: string, last: string): { value: string; text: string }[] =>
  monthsFrom(first, last).map((value) => ({ value, text: monthName(value) }));
