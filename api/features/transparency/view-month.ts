// The transparency figures of a month: exact ones for those who operate the installation, and the
// ones that everyone reads.
import type { Routes } from '@camarim/contract';
import type { DataInput } from '@camarim/contract/route';
import { HOUR_MS } from '@camarim/contract/time';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { csvCell } from '../../platform/archive/archive.ts';
import { countFigures, type Figure } from '../../platform/database/figures.ts';
import { fieldError } from '../../platform/errors/app-error.ts';
import { lastMonthAt, monthOf, type PublicFigure, spanOfMonth, withholdSmall } from './rules.ts';
import { firstActAt } from './store.ts';

type Month = DataInput<Routes['GET /publics/transparency']>;

/** The figures of a month of São Paulo; nothing is left out. */
export const figuresOfMonth = (
  { db }: Pick<Ctx, 'db'>,
  { figures }: Pick<Services, 'figures'>,
  month: string,
): Promise<Figure[]> => countFigures(db, figures, spanOfMonth(month));

/** The months that are over since the installation began; null before the end of the first. */
export const monthsOf = async ({
  db,
  clock,
}: Pick<Ctx, 'db' | 'clock'>): Promise<{ first: string; last: string } | null> => {
  const at = await firstActAt(db);
  const last = lastMonthAt(clock.now());
  const first = at && monthOf(at);
  return first && first <= last ? { first, last } : null;
};

const MONTHS_CACHED = 60;
const CACHED_MS = HOUR_MS;

/**
 * What everyone reads. A month that is over hardly changes, and its tables are read whole, so its
 * figures are counted once an hour at most in each process.
 */
export const createMonthView = (ctx: Ctx, services: Services) => {
  const counted = new LRUCache<string, Promise<PublicFigure[]>>({
    max: MONTHS_CACHED,
    ttl: CACHED_MS,
  });
  const publicFigures = (month: string): Promise<PublicFigure[]> => {
    const known = counted.get(month);
    if (known) return known;
    const counting = figuresOfMonth(ctx, services, month).then(withholdSmall);
    counted.set(month, counting);
    // A failure is not remembered.
    counting.catch(() => counted.delete(month));
    return counting;
  };
  /** Throws validate.invalid for a month that is not over or was before the installation. */
  return async (asked: string | undefined): Promise<Month> => {
    const months = await monthsOf(ctx);
    if (asked !== undefined && !(months && asked >= months.first && asked <= months.last))
      throw fieldError('month', 'validate.invalid');
    const month = asked ?? months?.last ?? null;
    return {
      month,
      firstMonth: months?.first ?? null,
      lastMonth: months?.last ?? null,
      figures: month === null ? [] : await publicFigures(month),
    };
  };
};

const COLUMNS = ['subject', 'by', 'within', 'key', 'count', 'medianHours'] as const;

/** A count that is withheld is an empty cell. */
export const figuresCsv = (
  figures: readonly Record<(typeof COLUMNS)[number], string | number | null>[],
): string =>
  [
    COLUMNS.join(','),
    ...figures.map((figure) => COLUMNS.map((column) => csvCell(figure[column])).join(',')),
  ].join('\r\n');
