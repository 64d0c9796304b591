// Payments and disputes of each card scheme, from the rollups. Pure.
import { CARD_SCHEMES } from '@camarim/contract/features/dsb/schemes';
import { type Centavos, centavos } from '@camarim/contract/money';
import type { Config } from '../../../platform/config/config.ts';
import type { RollupSum } from './store.ts';

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
  /** And from so many disputes of a month on. */
  limitFrom: number;
};

const CARD = 'card';

/** A scheme acts from this ratio on, in basis points, and from so many disputes of a month on. */
export type SchemeLimit = { bps: number; from: number };

const [VISA, MASTERCARD] = [1, 2] as const;

/** By id of the scheme; the others publish none. */
export const schemeLimits = (
  config: Pick<
    Config,
    | 'SCHEME_VISA_LIMIT_BPS'
    | 'SCHEME_VISA_LIMIT_FROM'
    | 'SCHEME_MASTERCARD_LIMIT_BPS'
    | 'SCHEME_MASTERCARD_LIMIT_FROM'
  >,
): ReadonlyMap<number, SchemeLimit> =>
  new Map([
    [VISA, { bps: config.SCHEME_VISA_LIMIT_BPS, from: config.SCHEME_VISA_LIMIT_FROM }],
    [
      MASTERCARD,
      { bps: config.SCHEME_MASTERCARD_LIMIT_BPS, from: config.SCHEME_MASTERCARD_LIMIT_FROM },
    ],
  ]);

/**
 * As schemes count: disputes of the days by their number, compared with the payments of the days.
 */
export const schemeSums = (
  rollups: readonly RollupSum[],
  limits: ReadonlyMap<number, SchemeLimit>,
): SchemeSums[] =>
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
        name: CARD_SCHEMES[brandId] ?? null,
        payments,
        paid: amount('topUp'),
        disputes,
        disputed: amount('chargeback'),
        ratioBps: payments === 0 ? null : Math.round((disputes * 10_000) / payments),
        limitBps: limits.get(brandId)?.bps ?? null,
        limitFrom: limits.get(brandId)?.from ?? 0,
      };
    })
    .toSorted((one, other) => other.payments - one.payments || one.brandId - other.brandId);
