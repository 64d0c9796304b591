// The tables of the overview as CSV. Pure.
import type { Routes } from '@camarim/contract';
import type { OverviewTable } from '@camarim/contract/features/dsb';
import { type Centavos, decimalText } from '@camarim/contract/money';
import type { DataInput } from '@camarim/contract/route';
import { csvCell } from '../../platform/archive/archive.ts';
import { SCHEME_COLUMNS } from '../ledger/index.ts';

type Overview = DataInput<Routes['GET /dsb']>;
type Rows = readonly Readonly<Record<string, unknown>>[];

/** The rows of each table, and its columns; those of `money` are amounts. */
const TABLES: Record<
  OverviewTable,
  { rows: (overview: Overview) => Rows; columns: readonly string[]; money: readonly string[] }
> = {
  days: {
    rows: ({ days }) => days,
    columns: [
      'day',
      'gross',
      'refunded',
      'fee',
      'share',
      'toppedUp',
      'disputed',
      'paidOut',
      'newMembers',
      'newProducers',
      'renewals',
      'endedSubscriptions',
      'churnBps',
      'activeSubscribers',
    ],
    money: ['gross', 'refunded', 'fee', 'share', 'toppedUp', 'disputed', 'paidOut'],
  },
  sales: {
    rows: ({ sales }) => sales,
    columns: ['kind', 'sales', 'refunds', 'gross', 'refunded', 'fee', 'share'],
    money: ['gross', 'refunded', 'fee', 'share'],
  },
  methods: {
    rows: ({ topUps }) => topUps,
    columns: ['method', 'count', 'amount', 'returned', 'disputed', 'net'],
    money: ['amount', 'returned', 'disputed', 'net'],
  },
  schemes: {
    rows: ({ schemes }) => schemes,
    columns: SCHEME_COLUMNS,
    money: ['paid', 'disputed'],
  },
  approvals: {
    rows: ({ approvals }) => approvals,
    columns: ['kind', 'part', 'decided', 'medianHours'],
    money: [],
  },
};

/** Amounts in reais, with a point. */
export const csvOf = (overview: Overview, table: OverviewTable): string => {
  const { rows, columns, money } = TABLES[table];
  return [
    columns.join(','),
    ...rows(overview).map((row) =>
      columns
        .map((column) =>
          money.includes(column) ? decimalText(row[column] as Centavos) : csvCell(row[column]),
        )
        .join(','),
    ),
  ].join('\r\n');
};
