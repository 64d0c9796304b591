// The room of a show, its tools and its watchers as a requester sees them.
import type { Routes } from '@camarim/contract';
import type { LiveMessageId } from '@camarim/contract/features/lives/room';
import { ROOM_LEADERBOARD_MAX } from '@camarim/contract/features/lives/room-limits';
import type { ProfileId } from '@camarim/contract/ids';
import type { DataInput, QueryOf } from '@camarim/contract/route';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { cursorOf, pageOf, readCursor } from '../../../platform/http/cursor.ts';
import type { ProducerViewer, Requester } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { type ProfileSummary, summarise } from '../../profiles/index.ts';
import { countWatchers } from '../media/visits-store.ts';
import { listItems } from './menu-store.ts';
import { findMessage, listMessages } from './messages-store.ts';
import type { RoomMember, RoomOwner } from './policy.ts';
import { loadLeaderboard, loadTipTotals } from './room-store.ts';
import { DEFAULT_SETTINGS, settingsOf, type RoomSettings, writingRefusal } from './rules.ts';
import { liveOf } from './send-message.ts';
import {
  findSettings,
  listActs,
  listBans,
  listModerators,
  listRestrictions,
  type RestrictionRow,
  type ShownRestriction,
} from './tools-store.ts';
import { type RoomMessageView, viewAuthors, viewMessages } from './view-messages.ts';

const RESTRICTIONS_MAX = 200;

export const viewRoom = async (
  ctx: Ctx,
  member: Allowed<RoomMember>,
): Promise<DataInput<Routes['GET /lives/{id}/room']>> => {
  const { row, role, requester } = member;
  const live = liveOf(member);
  const places = await loadLeaderboard(ctx.db, live.id, requester, ROOM_LEADERBOARD_MAX);
  const authors = await viewAuthors(
    ctx,
    live,
    places.map(({ id }) => id),
  );
  const pinned =
    row.pinned_message_id && (await findMessage(ctx.db, live.id, row.pinned_message_id));
  return {
    id: live.id,
    role,
    settings: settingsOf(row),
    writing: { refusal: writingRefusal(role, row) },
    pinned:
      pinned && !pinned.deleted_at ? ((await viewMessages(ctx, live, [pinned]))[0] ?? null) : null,
    menu: await listItems(ctx.db, live.producerId),
    watchers: await countWatchers(ctx.db, live.id),
    tips: {
      ...(await loadTipTotals(ctx.db, live.id)),
      leaderboard: places.flatMap(({ id, value }) => {
        const profile = authors.get(id);
        return profile ? [{ profile, value }] : [];
      }),
    },
  };
};

/** One page; `cursor` begins the next one, null at the end. */
export const viewChat = async (
  ctx: Ctx,
  member: Allowed<RoomMember>,
  { limit, before }: QueryOf<Routes['GET /lives/{id}/messages']>,
): Promise<{ data: RoomMessageView[]; cursor: string | null }> => {
  const live = liveOf(member);
  // One more row than requested shows whether a next page exists.
  const found = await listMessages(ctx.db, live.id, member.requester, {
    before: readCursor<LiveMessageId>(before)?.id ?? null,
    limit: limit + 1,
  });
  const { page, cursor } = pageOf(found, limit, ({ created_at: at, id }) => cursorOf({ at, id }));
  return {
    data: await viewMessages(ctx, live, page),
    cursor,
  };
};

export const viewSettings = async (
  { db }: Ctx,
  { producerId }: Allowed<RoomOwner>,
): Promise<RoomSettings> => {
  const row = await findSettings(db, producerId);
  return row ? settingsOf(row) : DEFAULT_SETTINGS;
};

/** In the order in which they were named, without those hidden from the producer. */
export const viewModerators = async (
  ctx: Ctx,
  viewer: ProducerViewer,
): Promise<ProfileSummary[]> => {
  const ids = await listModerators(ctx.db, viewer.profileId, viewer);
  const people = await summarise(ctx, ids);
  return ids.flatMap((id) => people.get(id) ?? []);
};

type Restriction = DataInput<Routes['GET /lives/room/bans']>[number];

const presentRestriction = (
  row: RestrictionRow,
  people: ReadonlyMap<ProfileId, ProfileSummary>,
): Restriction => ({
  profile: people.get(row.profile_id) ?? null,
  profileId: row.profile_id,
  kind: row.kind,
  until: row.until?.toISOString() ?? null,
  byId: row.by_id,
  createdAt: row.created_at.toISOString(),
});

const viewShown = async (ctx: Ctx, rows: readonly ShownRestriction[]): Promise<Restriction[]> => {
  const people = await summarise(
    ctx,
    rows.flatMap(({ profile_id, hidden }) => (hidden ? [] : [profile_id])),
  );
  return rows.map((row) => presentRestriction(row, people));
};

export const viewRestriction = async (ctx: Ctx, row: RestrictionRow): Promise<Restriction> =>
  presentRestriction(row, await summarise(ctx, [row.profile_id]));

/** What holds in the show now, the newest first. */
export const viewRestrictions = async (
  ctx: Ctx,
  member: Allowed<RoomMember>,
): Promise<Restriction[]> =>
  viewShown(
    ctx,
    await listRestrictions(ctx.db, liveOf(member), member.requester, {
      now: ctx.clock.now(),
      limit: RESTRICTIONS_MAX,
    }),
  );

/** One page; `cursor` begins the next one, null at the end. */
export const viewBans = async (
  ctx: Ctx,
  viewer: ProducerViewer,
  { limit, before }: QueryOf<Routes['GET /lives/room/bans']>,
): Promise<{ data: Restriction[]; cursor: string | null }> => {
  const found = await listBans(ctx.db, viewer.profileId, viewer, {
    before: readCursor(before),
    limit: limit + 1,
  });
  const { page, cursor } = pageOf(found, limit, ({ created_at: at, id }) => cursorOf({ at, id }));
  return {
    data: await viewShown(ctx, page),
    cursor,
  };
};

type Act = DataInput<Routes['GET /lives/room/acts']>[number];

/** One page; `cursor` begins the next one, null at the end. Hidden people are not named. */
export const viewActs = async (
  ctx: Ctx,
  requester: Requester & { profileId: ProfileId },
  { liveId, limit, before }: QueryOf<Routes['GET /lives/room/acts']>,
): Promise<{ data: Act[]; cursor: string | null }> => {
  const found = await listActs(ctx.db, requester.profileId, requester, {
    liveId: liveId ?? null,
    before: readCursor(before),
    limit: limit + 1,
  });
  const { page, cursor } = pageOf(found, limit, ({ created_at: at, id }) => cursorOf({ at, id }));
  const people = await summarise(
    ctx,
    page.flatMap(({ actor_id, actor_hidden, profile_id, hidden }) => [
      ...(actor_hidden ? [] : [actor_id]),
      ...(hidden || profile_id === null ? [] : [profile_id]),
    ]),
  );
  return {
    data: page.map((row) => ({
      id: row.id,
      liveId: row.live_id,
      action: row.action,
      actor: people.get(row.actor_id) ?? null,
      profile: (row.profile_id && people.get(row.profile_id)) ?? null,
      messageId: row.message_id,
      createdAt: row.created_at.toISOString(),
    })),
    cursor,
  };
};
