// Payments and disputes of each card scheme, from the rollups. Pure.
import { CARD_SCHEMES } from '@camarim/contract/features/dsb/schemes';
import { type Centavos, centavos } from '@camarim/contract/money';
import type { Rollup } from './store.ts';

export type SchemeSums = {
  /** 0: the card was deleted before its scheme was kept. */
  brandId: number;
  name: string | null;
  payments: number;
  paid: Centavos;
  disputes: number;
  disputed: Centavos;
  /** Disputes of every 10,000 payments; null without payments. */
  ratioBps: number | null;
  /** From this ratio on the scheme acts; null: it publishes none. */
  limitBps: number | null;
};

const CARD = 'card';

/** As schemes count: disputes of the days by their number, compared with the payments of the days. */
export const schemeSums = (rollups: readonly Rollup[]): SchemeSums[] =>
  [
    ...Map.groupBy(
      rollups.filter(({ method, kind }) => method === CARD && /^(?:topUp|chargeback)$/.test(kind)),
      ({ brandId }) => brandId,
    ),
  ]
    .map(([brandId, rows]) => {
      const of = (wanted: string) => rows.filter(({ kind }) => kind === wanted);
      const count = (wanted: string) => of(wanted).reduce((sum, row) => sum + row.transfers, 0);
      const amount = (wanted: string) =>
        centavos(Math.abs(of(wanted).reduce((sum, { gross }) => sum + gross, 0)));
      const [payments, disputes] = [count('topUp'), count('chargeback')];
      return {
        brandId,
        name: CARD_SCHEMES[brandId]?.name ?? null,
        payments,
        paid: amount('topUp'),
        disputes,
        disputed: amount('chargeback'),
        ratioBps: payments === 0 ? null : Math.round((disputes * 10_000) / payments),
        limitBps: CARD_SCHEMES[brandId]?.limitBps ?? null,
      };
    })
    .toSorted((one, other) => other.payments - one.payments || one.brandId - other.brandId);
