// The sums of the overview, from the rollups of the ledger. Pure.
import { type Centavos, centavos, ZERO_CENTAVOS } from '@camarim/contract/money';
import { isSaleKind, SALE_KINDS, type SaleKind } from '@camarim/contract/sales';
import type { Period } from '../funds/index.ts';
import type { Rollup } from '../ledger/index.ts';

const DAY_MS = 86_400_000;

/** Every day of a period, both ends included. */
export const daysOfPeriod = ({ from, to }: Period): string[] => {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10),
  );
};

/** The sale that a rollup is about, also when it takes sales back. */
const saleKindOf = ({ kind, reverses }: Rollup): SaleKind | null => {
  const sold = kind === 'reversal' ? reverses : kind;
  return isSaleKind(sold) ? sold : null;
};

const sum = (rows: readonly Rollup[], field: 'gross' | 'fee' | 'net'): Centavos =>
  centavos(rows.reduce((total, row) => total + row[field], 0));
const count = (rows: readonly Rollup[]): number =>
  rows.reduce((total, { transfers }) => total + transfers, 0);
/** `-0` is not `0` to a reader of JSON in other languages. */
const negated = (amount: Centavos): Centavos => (amount === 0 ? ZERO_CENTAVOS : centavos(-amount));

export type SaleSums = Record<'gross' | 'refunded' | 'fee' | 'share', Centavos> &
  Record<'sales' | 'refunds', number>;

/** What was sold and taken back: gross - refunded = fee + share. */
export const saleSums = (rows: readonly Rollup[]): SaleSums => {
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

export const salesByKind = (rows: readonly Rollup[]): (SaleSums & { kind: SaleKind })[] =>
  SALE_KINDS.map((kind) => ({
    kind,
    ...saleSums(rows.filter((row) => saleKindOf(row) === kind)),
  })).filter(({ sales, refunds }) => sales + refunds > 0);

/** Money that entered and left through the gateways. */
export const paymentSums = (rows: readonly Rollup[]) => {
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

/** The largest first. */
export const topUpsByMethod = (rows: readonly Rollup[]) =>
  [
    ...Map.groupBy(
      rows.filter(({ kind }) => kind === 'topUp'),
      ({ method }) => method,
    ),
  ]
    .map(([method, paid]) => ({ method, amount: sum(paid, 'gross'), count: count(paid) }))
    .sort((one, other) => other.amount - one.amount || (one.method < other.method ? -1 : 1));
