// Who may read and write in the room of a show, and who may use its tools.
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveMessageId, RoomRole } from '@camarim/contract/features/lives/room';
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import type {
  ProducerViewer,
  RequestContext,
  Requester,
  Viewer,
} from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { findMessage, type MessageRow } from './messages-store.ts';
import { loadMarks, loadRoom, type RoomRow } from './room-store.ts';

/** A person who is in the room of a show. */
export type RoomMember = {
  row: RoomRow;
  role: RoomRole;
  requester: Requester & { profileId: ProfileId };
};

type Reader = Pick<RequestContext, 'requester' | 'adult'>;

const isShownTo = (row: RoomRow, profileId: ProfileId): boolean =>
  row.producer_id === profileId ||
  (!row.owner_hidden && (row.type === 2 || row.private_watcher_id === profileId));

const memberOf = async (
  ctx: Ctx,
  id: LiveId,
  viewer: Viewer,
  { requester, adult }: Reader,
): Promise<RoomMember> => {
  const { profileId } = viewer;
  const row = await loadRoom(ctx.db, id, requester, ctx.clock.now());
  if (!row || !isShownTo(row, profileId)) throw new AppError('live.notFound');
  const member = { row, requester: { ...requester, profileId } };
  if (row.producer_id === profileId) return { ...member, role: 'producer' };
  if (row.ended_at) throw new AppError('live.notFound');
  if (!adult) throw new AppError('age.proofRequired');
  if (!row.present) throw new AppError('live.notInRoom');
  return { ...member, role: row.moderator ? 'moderator' : 'watcher' };
};

/**
 * The producer, and who has entered; the producer also after the end. Throws live.notFound,
 * age.proofRequired and live.notInRoom.
 */
export const canRead = async (
  ctx: Ctx,
  id: LiveId,
  viewer: Viewer,
  reader: Reader,
): Promise<Allowed<RoomMember>> => allow(await memberOf(ctx, id, viewer, reader));

/** As `canRead`, in an open show only. */
export const isInRoom = async (
  ctx: Ctx,
  id: LiveId,
  viewer: Viewer,
  reader: Reader,
): Promise<Allowed<RoomMember>> => {
  const member = await memberOf(ctx, id, viewer, reader);
  if (member.row.ended_at) throw new AppError('live.notFound');
  return allow(member);
};

/** The producer and moderators in an open show. Throws as `isInRoom`, and live.notModerator. */
export const canModerate = async (
  ctx: Ctx,
  id: LiveId,
  viewer: Viewer,
  reader: Reader,
): Promise<Allowed<RoomMember>> => {
  const member = await isInRoom(ctx, id, viewer, reader);
  if (member.role === 'watcher') throw new AppError('live.notModerator');
  return member;
};

/**
 * Moderators do nothing to the producer and to other moderators. Throws live.protectedPerson.
 */
export const protects = async (
  { db, clock }: Ctx,
  { row, role }: RoomMember,
  personId: ProfileId,
): Promise<void> => {
  if (role === 'producer') return;
  if (personId === row.producer_id) throw new AppError('live.protectedPerson');
  const live = { id: row.live_id, producerId: row.producer_id };
  const [marks] = await loadMarks(db, live, [personId], clock.now());
  if (marks?.moderator) throw new AppError('live.protectedPerson');
};

/**
 * Its author, the producer and a moderator, who can't delete messages of these. Throws as
 * `isInRoom`, live.messageNotFound, live.notModerator and live.protectedPerson.
 */
export const canDeleteMessage = async (
  ctx: Ctx,
  id: LiveId,
  messageId: LiveMessageId,
  viewer: Viewer,
  reader: Reader,
): Promise<Allowed<{ member: RoomMember; message: MessageRow }>> => {
  const member = await isInRoom(ctx, id, viewer, reader);
  const message = await findMessage(ctx.db, id, messageId);
  if (!message) throw new AppError('live.messageNotFound');
  if (message.profile_id !== viewer.profileId) {
    if (member.role === 'watcher') throw new AppError('live.notModerator');
    await protects(ctx, member, message.profile_id);
  }
  return allow({ member, message });
};

export type RoomOwner = { producerId: ProfileId };

/** The route guard checked the role. */
export const ownRooms = (viewer: ProducerViewer): Allowed<RoomOwner> =>
  allow({ producerId: viewer.profileId });
