// The days and the kinds of sale of a period's chart and table.
import type { SaleKind } from '@camarim/contract/sales';
import { DAY_MS } from '@camarim/contract/time';
import { SALE_KINDS } from '../sale-texts.ts';
import type { EarningsReport } from './queries.ts';

/** From the bottom of a bar up, and in legends: subscriptions, the steadiest, come first. */
export const CHART_KINDS: readonly SaleKind[] = SALE_KINDS.toReversed();

export type Day = {
  day: string;
  total: number;
  values: Partial<Record<EarningsReport['days'][number]['kind'], number>>;
};

/** Every day of the period, days without earnings included. */
export const daysOf = ({ from, to, days }: Pick<EarningsReport, 'from' | 'to' | 'days'>): Day[] => {
  const byDay = Map.groupBy(days, ({ day }) => day);
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10);
    const lines = byDay.get(day) ?? [];
    return {
      day,
      total: lines.reduce((sum, { amount }) => sum + amount, 0),
      values: Object.fromEntries(lines.map(({ kind, amount }) => [kind, amount])),
    };
  });
};

/** The height of the highest bar. A negative sum has no bar and is shown in the table only. */
export const highestOf = (days: readonly Day[]): number =>
  Math.max(
    0,
    ...days.map(({ values }) =>
      CHART_KINDS.reduce((sum, kind) => sum + Math.max(0, values[kind] ?? 0), 0),
    ),
  );
