// The list of subscribers and followers in pages and as a file, and the numbers of who left.
import { Readable } from 'node:stream';
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import { DAY_MS } from '@camarim/contract/time';
import { pageOf } from '../../../platform/http/cursor.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { summarise } from '../../profiles/index.ts';
import {
  churnBps,
  csvHead,
  csvLine,
  cursorOf,
  lastSeenOf,
  readCursor,
  sumByKind,
} from './rules.ts';
import type { AudienceFilter, Position } from './rules.ts';
import { countChurn, countReasons, earnedFrom, listAudience } from './store.ts';
import type { AudienceRow } from './store.ts';

type Member = Omit<DataInput<Routes['GET /studio/audience']>[number], 'earned'> & {
  earned: ReturnType<typeof sumByKind>;
};
type Churn = DataInput<Routes['GET /studio/churn']>;
type Selection = QueryOf<Routes['GET /studio/audience/export']>;

const EXPORT_PAGE = 500;

const filterOf = ({ kind, sort, renewing, search }: Selection): AudienceFilter => ({
  kind,
  sort,
  renewing,
  search: search || null,
});

const presentMembers = async (
  ctx: Ctx,
  producerId: ProfileId,
  rows: readonly AudienceRow[],
): Promise<Member[]> => {
  const ids = rows.map(({ id }) => id);
  const [people, earned] = await Promise.all([
    summarise(ctx, ids),
    earnedFrom(ctx.db, producerId, ids),
  ]);
  const now = ctx.clock.now();
  const byFan = Map.groupBy(earned, ({ fan }) => fan);
  return rows.flatMap((row) => {
    const profile = people.get(row.id);
    if (!profile) return [];
    return [
      {
        profile,
        since: row.since.toISOString(),
        subscription:
          row.paidUntil && row.price !== null
            ? {
                subscribedUntil: row.paidUntil.toISOString(),
                renews: row.renews,
                monthsPaid: row.monthsPaid,
                price: row.price,
                stopReason: row.stopReason,
              }
            : null,
        follows: row.follows,
        lastSeen: lastSeenOf(row.lastSeenAt, now),
        earned: sumByKind(byFan.get(row.id) ?? []),
        note: row.note,
      },
    ];
  });
};

/** One page; `cursor` begins the next one, null at the end. */
export const viewAudience = async (
  ctx: Ctx,
  viewer: Viewer,
  { limit, before, ...selection }: QueryOf<Routes['GET /studio/audience']>,
): Promise<{ data: Member[]; cursor: string | null }> => {
  const page = { before: readCursor(before), limit: limit + 1, now: ctx.clock.now() };
  const found = await listAudience(ctx.db, viewer, filterOf(selection), page);
  const { page: rows, cursor } = pageOf(found, limit, cursorOf);
  return { data: await presentMembers(ctx, viewer.profileId, rows), cursor };
};

async function* csvLines(ctx: Ctx, viewer: Viewer, filter: AudienceFilter): AsyncGenerator<string> {
  yield csvHead();
  const now = ctx.clock.now();
  let before: Position | null = null;
  for (;;) {
    const rows: AudienceRow[] = await listAudience(ctx.db, viewer, filter, {
      before,
      limit: EXPORT_PAGE,
      now,
    });
    const members = await presentMembers(ctx, viewer.profileId, rows);
    yield members.map(csvLine).join('');
    before = rows.at(-1) ?? null;
    if (rows.length < EXPORT_PAGE) return;
  }
}

/** The whole list as CSV, read from the database a page at a time while it is sent. */
export const audienceCsv = (ctx: Ctx, viewer: Viewer, selection: Selection): Readable =>
  Readable.from(csvLines(ctx, viewer, filterOf(selection)));

export const viewChurn = async (ctx: Ctx, viewer: Viewer, days: number): Promise<Churn> => {
  const now = ctx.clock.now();
  const from = new Date(now.getTime() - days * DAY_MS);
  const [{ touched, ...counts }, reasons] = await Promise.all([
    countChurn(ctx.db, viewer.profileId, from, now),
    countReasons(ctx.db, viewer.profileId, from, now),
  ]);
  return {
    days,
    ...counts,
    churnBps: churnBps(counts.ended, touched),
    reasons: reasons as Churn['reasons'],
  };
};
