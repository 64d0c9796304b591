// The acts of a span of time in the monthly pack: places and hashes of the chain, without reasons
// and without the people.
import type { Ctx } from '../../context.ts';
import { type ArchiveFile, csvRows } from '../../platform/archive/archive.ts';
import type { Span } from '../../platform/database/figures.ts';
import { listEntries } from './store.ts';

const BATCH = 500;

const COLUMNS = ['place', 'at', 'action', 'decidedBy', 'subject', 'hash'] as const;
type ActRecord = Record<(typeof COLUMNS)[number], string | number | null>;

async function* actsIn({ db }: Ctx, { from, to }: Span): AsyncGenerator<ActRecord> {
  const filter = {
    search: null,
    readsAll: false,
    profileId: null,
    action: null,
    views: false,
    since: from,
    until: to,
  };
  for (let after = 0; ;) {
    const rows = await listEntries(db, filter, { limit: BATCH, after });
    for (const { place, at, action, admin, subject, hash } of rows)
      yield { place, at, action, decidedBy: admin === null ? 'automatic' : 'staff', subject, hash };
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.place ?? after;
  }
}

export const auditRecords = (ctx: Ctx, span: Span): ArchiveFile[] => [
  csvRows('records/decisions.csv', COLUMNS, () => actsIn(ctx, span)),
];
