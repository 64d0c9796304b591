// The sums of the overview, from the rollups of the ledger and the counts of days. Pure.
import { TIMED_WORK } from '@camarim/contract/features/dsb';
import { type Centavos, centavos, ZERO_CENTAVOS } from '@camarim/contract/money';
import { isSaleKind, SALE_KINDS, type SaleKind } from '@camarim/contract/sales';
import { DAY_MS } from '@camarim/contract/time';
import type { Period } from '../funds/index.ts';
import { type DayFigure, medianHours } from '../../platform/days/day-counts.ts';
import type { RollupSum } from '../ledger/index.ts';
import type { DayCount } from './days-store.ts';

/** Every day of a period, both ends included. */
export const daysOfPeriod = ({ from, to }: Period): string[] => {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10),
  );
};

/** The sale that a rollup is about, also when it takes sales back. */
const saleKindOf = ({ kind, reverses }: RollupSum): SaleKind | null => {
  const sold = kind === 'reversal' ? reverses : kind;
  return isSaleKind(sold) ? sold : null;
};

const sum = (rows: readonly RollupSum[], field: 'gross' | 'fee' | 'net'): Centavos =>
  centavos(rows.reduce((total, row) => total + row[field], 0));
const count = (rows: readonly RollupSum[]): number =>
  rows.reduce((total, { transfers }) => total + transfers, 0);
/** `-0` is not `0` to a reader of JSON in other languages. */
const negated = (amount: Centavos): Centavos => (amount === 0 ? ZERO_CENTAVOS : centavos(-amount));

export type SaleSums = Record<'gross' | 'refunded' | 'fee' | 'share', Centavos> &
  Record<'sales' | 'refunds', number>;

/** What was sold and taken back: gross - refunded = fee + share. */
export const saleSums = (rows: readonly RollupSum[]): SaleSums => {
  const ofSales = rows.filter((row) => saleKindOf(row) !== null);
  const sold = ofSales.filter(({ kind }) => kind !== 'reversal');
  const takenBack = ofSales.filter(({ kind }) => kind === 'reversal');
  return {
    gross: sum(sold, 'gross'),
    refunded: negated(sum(takenBack, 'gross')),
    fee: sum(ofSales, 'fee'),
    share: sum(ofSales, 'net'),
    sales: count(sold),
    refunds: count(takenBack),
  };
};

export const salesByKind = (rows: readonly RollupSum[]): (SaleSums & { kind: SaleKind })[] =>
  SALE_KINDS.map((kind) => ({
    kind,
    ...saleSums(rows.filter((row) => saleKindOf(row) === kind)),
  })).filter(({ sales, refunds }) => sales + refunds > 0);

/** Money that entered and left through the gateways. */
export const paymentSums = (rows: readonly RollupSum[]) => {
  const ofKind = (wanted: string) => rows.filter(({ kind }) => kind === wanted);
  const returned = [
    ...rows.filter(({ kind, reverses }) => kind === 'reversal' && reverses === 'topUp'),
    ...ofKind('refundFailed'),
  ];
  const [topUps, disputes, payouts] = [
    ofKind('topUp'),
    ofKind('chargeback'),
    ofKind('payoutPaid'),
  ] as const;
  return {
    toppedUp: sum(topUps, 'gross'),
    topUps: count(topUps),
    topUpsReturned: negated(sum(returned, 'gross')),
    disputed: negated(sum(disputes, 'gross')),
    disputes: count(disputes),
    paidOut: negated(sum(payouts, 'gross')),
    payouts: count(payouts),
    payoutFees: sum(payouts, 'fee'),
  };
};

/** A share in parts of 10,000; null when the whole is zero. */
export const rateBps = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part * 10_000) / whole);

/**
 * What entered by each method, what went back of it, and what is left, the largest first.
 */
export const topUpsByMethod = (rows: readonly RollupSum[]) =>
  [...Map.groupBy(rows, ({ method }) => method)]
    .map(([method, ofMethod]) => {
      const { toppedUp: amount, topUps, topUpsReturned, disputed } = paymentSums(ofMethod);
      return {
        method,
        amount,
        count: topUps,
        returned: topUpsReturned,
        disputed,
        net: centavos(amount - topUpsReturned - disputed),
      };
    })
    .filter(
      ({ method, amount, returned, disputed }) =>
        method !== '' && (amount !== 0 || returned !== 0 || disputed !== 0),
    )
    .sort((one, other) => other.amount - one.amount || (one.method < other.method ? -1 : 1));

const countOf = (counts: readonly DayCount[], wanted: DayFigure): number =>
  counts.reduce(
    (total, { figure, count: cases }) => (figure === wanted ? total + cases : total),
    0,
  );

/** A count of one day, such as what there was at its end. */
export const countOn = (counts: readonly DayCount[], figure: DayFigure, on: string): number =>
  countOf(
    counts.filter(({ day }) => day === on),
    figure,
  );

/** What the counts of some days add up to. */
export const peopleSums = (counts: readonly DayCount[]) => ({
  newMembers: countOf(counts, 'newMembers'),
  newProducers: countOf(counts, 'newProducers'),
  renewals: countOf(counts, 'renewals'),
  endedSubscriptions: countOf(counts, 'endedSubscriptions'),
  // More may come back than are lost.
  subscribersLost: Math.max(
    0,
    countOf(counts, 'subscribersLost') - countOf(counts, 'subscribersBack'),
  ),
});

/** How many decisions by class of durations. */
const durationsOf = (counts: readonly DayCount[]): number[] => {
  const sums: number[] = [];
  for (const { durations, decided } of counts)
    durations?.forEach((duration, place) => {
      sums[duration] = (sums[duration] ?? 0) + (decided?.[place] ?? 0);
    });
  return sums;
};

/**
 * For timed counts: the number of decisions of each kind and part, and the median of their times.
 */
export const approvalsOf = (counts: readonly DayCount[]) =>
  TIMED_WORK.flatMap((kind) =>
    [
      ...Map.groupBy(
        counts.filter(({ figure }) => figure === kind),
        ({ part }) => part,
      ),
    ]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([part, rows]) => ({
        kind,
        part: part || null,
        decided: countOf(rows, kind),
        medianHours: medianHours(durationsOf(rows)),
      })),
  );
