// Live shows as a requester sees them.
import type { Routes } from '@camarim/contract';
import { type liveSchema, WATCHER_MARKS } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
import type { DataInput } from '@camarim/contract/route';
import { centavos } from '@camarim/contract/money';
import type { ShowType } from '@camarim/contract/shows';
import type { z } from 'zod';
import type { RequestContext, Requester } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { type ProfileSummary, summarise } from '../profiles/index.ts';
import { type EntryFacts, entryFacts } from './entry/facts-store.ts';
import { lowMoneyOf } from './entry/low-money.ts';
import { groupOf } from './entry/terms.ts';
import { countWatchers, listWatchers } from './media/visits-store.ts';
import { recordingStateOf } from './outputs/rules.ts';
import { loadMarks } from './room/room-store.ts';
import { stateOf } from './rules.ts';
import type { LiveRow } from './store.ts';

export type Live = z.input<typeof liveSchema>;

type OnlineUser = DataInput<Routes['GET /lives/{id}/online-users']>[number];

export type Reader = Pick<RequestContext, 'requester' | 'adult'>;

/** Who watches a private show is said to the two of it only, not to a spy. */
const watcherIdOf = (
  { producer_id: producerId, private_watcher_id: watcherId }: LiveRow,
  { profileId }: Requester,
): ProfileId | null => (profileId === producerId || profileId === watcherId ? watcherId : null);

const present = (
  row: LiveRow,
  profile: ProfileSummary,
  watcher: ProfileSummary | null,
  facts: EntryFacts | undefined,
  { requester, adult }: Reader,
  now: Date,
): Live => {
  const own = row.producer_id === requester.profileId;
  const group = groupOf(row, facts?.tickets ?? 0);
  return {
    id: row.id,
    type: String(row.type) as ShowType,
    profile,
    // Without a proof of age no text of other people is delivered.
    title: own || adult ? row.title : '',
    state: stateOf(row),
    pausedFor: row.paused_at && (facts?.inPrivate ? 'private' : 'break'),
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    url: `/api/lives/${row.id}/whep`,
    reverseUrl: row.reverse_since ? `/api/lives/${row.id}/reverse` : null,
    reverseAskedById:
      row.reverse_since || (!own && row.private_watcher_id !== requester.profileId)
        ? null
        : row.reverse_asked_by,
    privateWatcherId: watcherIdOf(row, requester),
    privateWatcher: watcher,
    transactionId: facts?.transferId ?? null,
    charge: row.charge,
    pricePerMinute: row.price_per_minute_centavos,
    recording: recordingStateOf(row),
    blurred: row.blurred_at !== null,
    withheld: row.withheld_at !== null,
    ticketPrice: row.ticket_price_centavos,
    group: group && { ...group, ready: row.group_ready_at !== null },
    entered: facts?.entered ?? null,
    lowMoney: facts ? lowMoneyOf(facts, now) : null,
    spy:
      facts?.spyLiveId && facts.spyPrice !== null
        ? { liveId: facts.spyLiveId, price: facts.spyPrice }
        : null,
    spyPrice: row.spy_price_centavos,
    reverseCamera: row.reverse_camera,
    recorded: row.recorded,
    program: own && row.program !== null ? { label: row.program } : null,
    watchers: row.watchers,
    totalWatchers: own ? row.total_watchers : null,
    totalEarnings: own ? centavos(row.total_earnings_centavos + row.tips_centavos) : null,
  };
};

/** In the order of the rows, which the requester may see. */
export const viewLives = async (
  ctx: Ctx,
  rows: readonly LiveRow[],
  reader: Reader,
): Promise<Live[]> => {
  const ids = rows.flatMap((row) => [row.producer_id, watcherIdOf(row, reader.requester)]);
  const people = await summarise(ctx, [...new Set(ids.filter((id) => id !== null))]);
  const facts = await entryFacts(
    ctx.db,
    rows.map(({ id }) => id),
    reader.requester.profileId,
  );
  const now = ctx.clock.now();
  return rows.flatMap((row) => {
    const profile = people.get(row.producer_id);
    const watcherId = watcherIdOf(row, reader.requester);
    const watcher = watcherId && people.get(watcherId);
    return profile ? [present(row, profile, watcher ?? null, facts.get(row.id), reader, now)] : [];
  });
};

export const viewLive = async (ctx: Ctx, row: LiveRow, reader: Reader): Promise<Live> => {
  const [live] = await viewLives(ctx, [row], reader);
  if (!live) throw new Error(`the live show ${row.id} was not presented`);
  return live;
};

/** The people who watch, without those hidden from the requester; `total` counts all. */
export const viewWatchers = async (
  ctx: Ctx,
  { id, producer_id: producerId }: LiveRow,
  requester: Requester,
  page: { limit: number; offset: number },
): Promise<{ data: OnlineUser[]; total: number }> => {
  const ids = await listWatchers(ctx.db, id, requester, page);
  const people = await summarise(ctx, ids);
  const own = requester.profileId ? [requester.profileId] : [];
  const marks = await loadMarks(ctx.db, { id, producerId }, [...ids, ...own], ctx.clock.now());
  const marksById = new Map(marks.map((found) => [found.id, found]));
  // Who is muted is for those who may mute.
  const moderates =
    requester.profileId === producerId ||
    (requester.profileId !== null && marksById.get(requester.profileId)?.moderator === true);
  return {
    data: ids.flatMap((profileId) => {
      const person = people.get(profileId);
      const found = marksById.get(profileId);
      if (!person || !found) return [];
      const shown = { ...found, muted: found.muted && moderates };
      return [{ ...person, marks: WATCHER_MARKS.filter((mark) => shown[mark]) }];
    }),
    total: await countWatchers(ctx.db, id),
  };
};
