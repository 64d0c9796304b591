// Who may see, start and end a live show. One that is hidden from the requester is "not found".
import type { LiveId } from '@camarim/contract/features/lives';
import type { ProfileId, SessionId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import type { PeerId } from '@camarim/contract/features/lives/media';
import type {
  ProducerViewer,
  RequestContext,
  Requester,
  Viewer,
} from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { visibleProfile } from '../profiles/index.ts';
import { type EntryRow, findOpenEntry } from './entry/entries-store.ts';
import { mayEnter } from './camera/may-enter.ts';
import type { LiveWatcherRole } from '@camarim/contract/features/lives/charges';
import { findVisit, type VisitRow } from './media/visits-store.ts';
import { type LiveRow, loadLive, loadOpenLives } from './store.ts';
import { refuseRestricted } from './refuse-restricted.ts';

/** A private show exists for its two people only. */
const isShownTo = (row: LiveRow, { profileId }: Requester): boolean =>
  row.producer_id === profileId ||
  (!row.owner_hidden && (row.type === 2 || row.private_watcher_id === profileId));

/** Others see a private show while they watch it without sound. */
const isSpiedOnBy = async (
  { db }: Ctx,
  { id, type }: LiveRow,
  { profileId }: Requester,
): Promise<boolean> =>
  type === 3 && profileId !== null && (await findOpenEntry(db, id, profileId))?.role === 'spy';

/**
 * The show of a visible producer that has not ended; null without one. A spy sees the private show,
 * not the party that waits for it. Throws profile.notFound, profile.notLocated and profile.blocked.
 */
export const visibleOpenLive = async (
  ctx: Ctx,
  domainName: string,
  requester: Requester,
): Promise<Allowed<LiveRow> | null> => {
  const producerId = await visibleProfile(ctx, domainName, requester);
  const rows = await loadOpenLives(ctx.db, producerId, requester);
  for (const row of rows)
    if (isShownTo(row, requester) || (await isSpiedOnBy(ctx, row, requester))) return allow(row);
  return null;
};

export type LiveOwner = { producerId: ProfileId };

/** The route guard checked the role. */
export const canStartLive = (viewer: ProducerViewer): Allowed<LiveOwner> =>
  allow({ producerId: viewer.profileId });

/** Throws live.notFound for another person's. */
export const ownLive = async (ctx: Ctx, id: LiveId, viewer: Viewer): Promise<Allowed<LiveRow>> => {
  const row = await loadLive(ctx.db, id, viewer);
  if (row?.producer_id !== viewer.profileId) throw new AppError('live.notFound');
  return allow(row);
};

/**
 * Throws as `ownLive`, also live.notFound for one that has ended, and live.alreadyLive for a paused
 * one.
 */
export const ownOpenLive = async (
  ctx: Ctx,
  id: LiveId,
  viewer: Viewer,
): Promise<Allowed<LiveRow>> => {
  const live = await ownLive(ctx, id, viewer);
  if (live.ended_at) throw new AppError('live.notFound');
  if (live.paused_at) throw new AppError('live.alreadyLive');
  return live;
};

/** A party of one's own that has not ended; it may be paused. */
export const ownOpenParty = async (
  ctx: Ctx,
  id: LiveId,
  viewer: Viewer,
): Promise<Allowed<LiveRow>> => {
  const live = await ownLive(ctx, id, viewer);
  if (live.ended_at || live.type !== 2) throw new AppError('live.notFound');
  return live;
};

/** A person in the room of an open show. */
export type LiveVisitor = { live: LiveRow; requester: Requester & { profileId: ProfileId } };

/**
 * The producer, and everyone who may watch. Throws live.notFound, live.kicked and live.banned, and
 * age.proofRequired without the proof of age that the place requires.
 */
export const canEnter = async (
  ctx: Ctx,
  id: LiveId,
  viewer: Viewer,
  { requester, adult }: Pick<RequestContext, 'requester' | 'adult'>,
): Promise<Allowed<LiveVisitor>> => {
  const live = await loadLive(ctx.db, id, requester);
  if (!live || live.ended_at || !isShownTo(live, requester)) throw new AppError('live.notFound');
  const { profileId } = viewer;
  if (live.producer_id !== profileId && !adult) throw new AppError('age.proofRequired');
  await refuseRestricted(ctx, live, profileId);
  return allow({ live, requester: { ...requester, profileId } });
};

/** A person to whom the media of a show are sent; a spy gets no sound and is not in the room. */
export type LiveWatcher = LiveVisitor & { role: LiveWatcherRole; sessionId: SessionId };

type Visit = { visitor: LiveVisitor; entry: EntryRow | null };

/** The producer, everyone who may watch, and spies. Throws as `canEnter`. */
export const canConnect = async (
  ctx: Ctx,
  id: LiveId,
  viewer: Viewer,
  context: Pick<RequestContext, 'requester' | 'adult'>,
): Promise<Visit> => {
  const entry = await findOpenEntry(ctx.db, id, viewer.profileId);
  const check = entry?.role === 'spy' ? canSpy : canEnter;
  return { visitor: await check(ctx, id, viewer, context), entry };
};

/**
 * Throws as `canEnter`, profile.notSelf for the producer, who would count as a watcher,
 * live.entryRequired before the entry to a show that is not free, live.groupWaiting before a group
 * show has its tickets, and live.entryRefused for whom the producer does not let in.
 */
export const canWatch = async (
  ctx: Ctx,
  id: LiveId,
  viewer: Viewer,
  context: Pick<RequestContext, 'requester' | 'adult'>,
): Promise<Allowed<LiveWatcher>> => {
  const { profileId, sessionId } = viewer;
  const { visitor, entry } = await canConnect(ctx, id, viewer, context);
  const { live } = visitor;
  if (live.producer_id === profileId) throw new AppError('profile.notSelf');
  if (live.charge !== 'free' && !entry) throw new AppError('live.entryRequired');
  if (live.charge === 'group' && !live.group_ready_at) throw new AppError('live.groupWaiting');
  if (!entry && !(await mayEnter(ctx, live.producer_id, live, profileId)))
    throw new AppError('live.entryRefused');
  return allow({ ...visitor, role: entry?.role ?? 'watcher', sessionId });
};

/** A private show of other people, for whom has entered it without sound. */
const canSpy = async (
  ctx: Ctx,
  id: LiveId,
  { profileId }: Viewer,
  { requester, adult }: Pick<RequestContext, 'requester' | 'adult'>,
): Promise<LiveVisitor> => {
  const live = await loadLive(ctx.db, id, requester);
  if (!live || live.ended_at || live.owner_hidden) throw new AppError('live.notFound');
  if (!adult) throw new AppError('age.proofRequired');
  await refuseRestricted(ctx, live, profileId);
  return { live, requester: { ...requester, profileId } };
};

/** Throws live.notFound for a connection of another person. */
export const ownVisit = async (
  { db }: Ctx,
  id: LiveId,
  peer: PeerId,
  { profileId }: Viewer,
): Promise<Allowed<VisitRow>> => {
  const visit = await findVisit(db, peer, id, profileId);
  if (!visit) throw new AppError('live.notFound');
  return allow(visit);
};
