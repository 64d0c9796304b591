// The tools of a room: settings, pinned message, moderators, and people who are muted, kicked or
// banned.
import type { RestrictionKind, LiveMessageId } from '@camarim/contract/features/lives/room';
import { KICK_MINUTES, ROOM_MODERATORS_MAX } from '@camarim/contract/features/lives/room-limits';
import type { RoomAction } from '@camarim/contract/features/lives/room-tools';
import type { ProfileId } from '@camarim/contract/ids';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { isHiddenProfile } from '../../visibility/index.ts';
import { openLivesOf } from '../store.ts';
import { findMessage, setPinned } from './messages-store.ts';
import { type RoomMember, type RoomOwner, protects } from './policy.ts';
import { publishChange, publishChangeTo } from './publish.ts';
import { REMOVE_JOB, removeWatcher } from './remove-watcher.ts';
import type { RoomSettings } from './rules.ts';
import { liveOf } from './send-message.ts';
import {
  deleteModerator,
  deleteRestriction,
  hasVisited,
  insertModerator,
  insertRestriction,
  recordRoomAct,
  type RestrictionRow,
  saveSettings,
} from './tools-store.ts';
import { type RoomMessageView, viewMessage } from './view-messages.ts';

const LIFT: Record<RestrictionKind, RoomAction> = {
  mute: 'liftMute',
  kick: 'liftKick',
  ban: 'liftBan',
  banForGood: 'liftBanForGood',
};

/** Records an act of a member of the room, in its transaction. */
const record = (
  ctx: Ctx,
  tx: Transaction,
  { row, requester }: RoomMember,
  act: { action: RoomAction; profileId?: ProfileId; messageId?: LiveMessageId | null },
): Promise<void> =>
  recordRoomAct(tx, {
    producerId: row.producer_id,
    liveId: row.live_id,
    actorId: requester.profileId,
    profileId: act.profileId ?? null,
    messageId: act.messageId ?? null,
    action: act.action,
    now: ctx.clock.now(),
  });

/** Throws live.messageNotFound for a message of another show, or a deleted one. */
export const pinMessage = async (
  ctx: Ctx,
  member: Allowed<RoomMember>,
  messageId: LiveMessageId | null,
): Promise<RoomMessageView | null> => {
  const live = liveOf(member);
  const row = messageId && (await findMessage(ctx.db, live.id, messageId));
  if (messageId && (!row || row.deleted_at)) throw new AppError('live.messageNotFound');
  const message = row ? await viewMessage(ctx, live, row) : null;
  await transaction(ctx.db, async (tx) => {
    await setPinned(tx, live.id, messageId);
    await publishChange(ctx, tx, {
      id: live.id,
      change: 'pinned',
      message: message as never,
    });
    await record(ctx, tx, member, { action: messageId ? 'pin' : 'unpin', messageId });
  });
  return message;
};

/**
 * A person who is kicked or banned loses the room in this transaction, and picture and sound right
 * after it. Throws profile.notSelf, live.personNotFound for one who was never in the show, and
 * live.protectedPerson.
 */
export const restrictPerson = async (
  ctx: Ctx,
  member: Allowed<RoomMember>,
  profileId: ProfileId,
  kind: RestrictionKind,
): Promise<RestrictionRow> => {
  const { row, requester } = member;
  if (profileId === requester.profileId) throw new AppError('profile.notSelf');
  await protects(ctx, member, profileId);
  if (!(await hasVisited(ctx.db, row.live_id, profileId)))
    throw new AppError('live.personNotFound');
  const now = ctx.clock.now();
  const until = kind === 'kick' ? new Date(now.getTime() + KICK_MINUTES * 60_000) : null;
  const removal = { liveId: row.live_id, profileId };
  const restriction = await transaction(ctx.db, async (tx) => {
    const inserted = await insertRestriction(tx, {
      producerId: row.producer_id,
      profileId,
      liveId: kind === 'banForGood' ? null : row.live_id,
      kind,
      until,
      byId: requester.profileId,
      now,
    });
    await record(ctx, tx, member, { action: kind, profileId });
    await publishChangeTo(ctx, tx, profileId, {
      id: row.live_id,
      change: 'restricted',
      kind,
      until: until?.toISOString() ?? null,
    });
    // Covers a process that ends before the watcher is removed, or an engine that does not answer.
    if (kind !== 'mute') await ctx.jobs.enqueue(tx, REMOVE_JOB, removal);
    return inserted;
  });
  if (kind !== 'mute')
    await removeWatcher(ctx, removal).catch((error: unknown) =>
      ctx.log.warn({ err: error, liveId: row.live_id }, 'a watcher was not dropped at once'),
    );
  return restriction;
};

/**
 * Repeating it changes nothing. A ban for good is the producer's to lift: throws live.notModerator.
 */
export const liftRestriction = async (
  ctx: Ctx,
  member: Allowed<RoomMember>,
  profileId: ProfileId,
  kind: RestrictionKind,
): Promise<void> => {
  const { row, role } = member;
  if (kind === 'banForGood' && role !== 'producer') throw new AppError('live.notModerator');
  await transaction(ctx.db, async (tx) => {
    const { producer_id: producerId, live_id } = row;
    const liveId = kind === 'banForGood' ? null : live_id;
    if (!(await deleteRestriction(tx, { producerId, profileId, liveId, kind }))) return;
    await record(ctx, tx, member, { action: LIFT[kind], profileId });
    await publishChangeTo(ctx, tx, profileId, {
      id: live_id,
      change: 'restrictionLifted',
      kind,
    });
  });
};

/** Outside of a show. Repeating it changes nothing. */
export const liftBan = (
  ctx: Ctx,
  { producerId }: Allowed<RoomOwner>,
  profileId: ProfileId,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const kind = 'banForGood';
    if (!(await deleteRestriction(tx, { producerId, profileId, liveId: null, kind }))) return;
    await recordOwn(ctx, tx, producerId, { action: 'liftBanForGood', profileId });
  });

const recordOwn = (
  ctx: Ctx,
  tx: Transaction,
  producerId: ProfileId,
  { action, profileId = null }: { action: RoomAction; profileId?: ProfileId | null },
): Promise<void> =>
  recordRoomAct(tx, {
    producerId,
    liveId: null,
    actorId: producerId,
    profileId,
    messageId: null,
    action,
    now: ctx.clock.now(),
  });

/** Open rooms have them at once. */
export const setSettings = (
  ctx: Ctx,
  { producerId }: Allowed<RoomOwner>,
  settings: RoomSettings,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const row = { slow_seconds: settings.slowSeconds, audience: settings.audience };
    await saveSettings(tx, producerId, row, ctx.clock.now());
    await recordOwn(ctx, tx, producerId, { action: 'settings' });
    for (const id of await openLivesOf(tx, producerId))
      await publishChange(ctx, tx, { id, change: 'settings', settings });
  });

const publishModerator = async (
  ctx: Ctx,
  tx: Transaction,
  producerId: ProfileId,
  { profileId, moderator }: { profileId: ProfileId; moderator: boolean },
): Promise<void> => {
  // A moderator of the paused party learns nothing of the private show.
  for (const id of await openLivesOf(tx, producerId))
    if (await hasVisited(tx, id, profileId))
      await publishChangeTo(ctx, tx, profileId, { id, change: 'moderator', moderator });
};

/** Throws profile.notSelf, profile.notFound and live.tooManyModerators. */
export const addModerator = async (
  ctx: Ctx,
  { producerId }: Allowed<RoomOwner>,
  profileId: ProfileId,
  viewer: Viewer,
): Promise<void> => {
  if (profileId === producerId) throw new AppError('profile.notSelf');
  if (await isHiddenProfile(ctx.db, profileId, viewer)) throw new AppError('profile.notFound');
  const max = ROOM_MODERATORS_MAX;
  await transaction(ctx.db, async (tx) => {
    const added = await insertModerator(tx, { producerId, profileId, max, now: ctx.clock.now() });
    if (added === 'tooMany') throw new AppError('live.tooManyModerators', { max });
    if (added === 'before') return;
    await recordOwn(ctx, tx, producerId, { action: 'addModerator', profileId });
    await publishModerator(ctx, tx, producerId, { profileId, moderator: true });
  });
};

/** Repeating it changes nothing. */
export const removeModerator = (
  ctx: Ctx,
  { producerId }: Allowed<RoomOwner>,
  profileId: ProfileId,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    if (!(await deleteModerator(tx, producerId, profileId))) return;
    await recordOwn(ctx, tx, producerId, { action: 'removeModerator', profileId });
    await publishModerator(ctx, tx, producerId, { profileId, moderator: false });
  });
