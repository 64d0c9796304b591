// Which figures are published as they are, and which months there are. Pure.
import { FIGURE_MIN } from '@camarim/contract/features/transparency/subjects';
import { dayOf } from '../../platform/clock/days.ts';
import type { Figure, Span } from '../../platform/database/figures.ts';

export type PublicFigure = Omit<Figure, 'count'> & { count: number | null };

export const monthOf = (at: Date): string => dayOf(at).slice(0, 'YYYY-MM'.length);

const monthAfter = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
};

export const spanOfMonth = (month: string): Span => {
  const startOf = (one: string) => new Date(`${one}-01T00:00:00-03:00`);
  return { from: startOf(month), to: startOf(monthAfter(month)) };
};

/** The last month that is over. */
export const lastMonthAt = (now: Date): string =>
  monthOf(new Date(spanOfMonth(monthOf(now)).from.getTime() - 1));

/** All cells of one group are parts of the same cases. */
const groupOf = ({ subject, by, within }: Figure): string => JSON.stringify([subject, by, within]);

/**
 * The cells of a group that are withheld: those below the minimum and, because the sum of the group
 * may be known, so many of the next smallest that two or more with the minimum together are.
 */
const withheldIn = (cells: readonly Figure[]): Set<Figure> => {
  const rising = cells.toSorted((one, other) => one.count - other.count);
  const withheld = new Set<Figure>();
  let sum = 0;
  for (const cell of rising) {
    const needed = withheld.size > 0 && (withheld.size < 2 || sum < FIGURE_MIN);
    if (cell.count >= FIGURE_MIN && !needed) break;
    withheld.add(cell);
    sum += cell.count;
  }
  return withheld;
};

/**
 * Figures as everyone may read them. A part of a cell that is withheld is withheld too: its parts
 * together would be the cell.
 */
export const withholdSmall = (figures: readonly Figure[]): PublicFigure[] => {
  const withheld = new Set<Figure>();
  for (const cells of Map.groupBy(figures, groupOf).values())
    for (const cell of withheldIn(cells)) withheld.add(cell);
  const hidden = new Set(
    [...withheld]
      .filter(({ within }) => within === null)
      .map(({ subject, key }) => `${subject} ${key}`),
  );
  return figures.map((figure) =>
    withheld.has(figure) ||
    (figure.within !== null && hidden.has(`${figure.subject} ${figure.within}`))
      ? { ...figure, count: null, medianHours: null }
      : figure,
  );
};
