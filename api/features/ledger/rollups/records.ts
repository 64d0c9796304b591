// Disputes of a span of time by card scheme, in the monthly pack.
import { dayOf } from '../../../platform/clock/days.ts';
import type { Ctx } from '../../../context.ts';
import { type ArchiveFile, csvRows } from '../../../platform/archive/archive.ts';
import type { Span } from '../../../platform/database/figures.ts';
import { schemeLimits, type SchemeSums, schemeSums } from './schemes.ts';
import { loadRollups } from './store.ts';

/** Columns of a card scheme in CSV files. */
export const SCHEME_COLUMNS = [
  'brandId',
  'name',
  'payments',
  'paid',
  'disputes',
  'disputed',
  'ratioBps',
  'limitBps',
  'limitFrom',
] as const;

/** Amounts in centavos. The rollups have to be counted up to the end of the span. */
export const ledgerRecords = ({ db, config }: Ctx, { from, to }: Span): ArchiveFile[] => [
  csvRows<SchemeSums>('records/disputes.csv', SCHEME_COLUMNS, async function* () {
    const last = dayOf(new Date(to.getTime() - 1));
    yield* schemeSums(await loadRollups(db, { from: dayOf(from), to: last }), schemeLimits(config));
  }),
];
