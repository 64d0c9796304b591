// A period's days as stacked bars: geometry in a box of its own units.
import type { SaleKind } from '@camarim/contract/sales';
import { DAY_MS } from '@camarim/contract/time';
import { SALE_KINDS } from '../sale-texts.ts';
import type { EarningsReport } from './queries.ts';

export const BOX = { width: 720, height: 200 };
const GAP = 0.25;
/** From the bottom of a bar up, and in legends: subscriptions, the steadiest, come first. */
export const CHART_KINDS: readonly SaleKind[] = SALE_KINDS.toReversed();

export type Bar = {
  day: string;
  kind: SaleKind;
  x: number;
  y: number;
  width: number;
  height: number;
};
export type Day = {
  day: string;
  total: number;
  amounts: Partial<Record<EarningsReport['days'][number]['kind'], number>>;
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
      amounts: Object.fromEntries(lines.map(({ kind, amount }) => [kind, amount])),
    };
  });
};

/** Bars from the bottom up. A negative sum has no bar and is shown in the table only. */
export const barsOf = (days: readonly Day[]): { bars: Bar[]; top: number } => {
  const heightOf = ({ amounts }: Day): number =>
    CHART_KINDS.reduce((sum, kind) => sum + Math.max(0, amounts[kind] ?? 0), 0);
  const top = Math.max(0, ...days.map(heightOf));
  const step = BOX.width / Math.max(days.length, 1);
  const bars = days.flatMap((day, index) => {
    let below = 0;
    return CHART_KINDS.flatMap((kind) => {
      const height = top === 0 ? 0 : (Math.max(0, day.amounts[kind] ?? 0) / top) * BOX.height;
      below += height;
      return height === 0
        ? []
        : [
            {
              day: day.day,
              kind,
              x: index * step + (step * GAP) / 2,
              y: BOX.height - below,
              width: step * (1 - GAP),
              height,
            },
          ];
    });
  });
  return { bars, top };
};
