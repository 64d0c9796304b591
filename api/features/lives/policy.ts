// Who may see, start and end a live show. One that is hidden from the requester is "not found".
import type { LiveId } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
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
import { findVisit, type VisitRow } from './media/visits-store.ts';
import { type LiveRow, loadLive, loadOpenLive } from './store.ts';

/** A private show exists for its two people only. */
const isShownTo = (row: LiveRow, { profileId }: Requester): boolean =>
  row.producer_id === profileId ||
  (!row.owner_hidden && (row.type === 2 || row.private_watcher_id === profileId));

/**
 * The show of a visible producer that has not ended; null without one. Throws profile.notFound,
 * profile.notLocated and profile.blocked.
 */
export const visibleOpenLive = async (
  ctx: Ctx,
  domainName: string,
  requester: Requester,
): Promise<Allowed<LiveRow> | null> => {
  const producerId = await visibleProfile(ctx, domainName, requester);
  const row = await loadOpenLive(ctx.db, producerId, requester);
  return row && isShownTo(row, requester) ? allow(row) : null;
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

/** Also live.notFound for one that has ended. */
export const ownOpenLive = async (
  ctx: Ctx,
  id: LiveId,
  viewer: Viewer,
): Promise<Allowed<LiveRow>> => {
  const live = await ownLive(ctx, id, viewer);
  if (live.ended_at) throw new AppError('live.notFound');
  return live;
};

/** A person in the room of an open show. */
export type LiveVisitor = { live: LiveRow; requester: Requester & { profileId: ProfileId } };

/**
 * The producer, and everyone who may watch. Throws live.notFound, and age.proofRequired without the
 * proof of age that the place requires.
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
  return allow({ live, requester: { ...requester, profileId } });
};

/** Throws as `canEnter`, and profile.notSelf for the producer, who would count as a watcher. */
export const canWatch = async (
  ctx: Ctx,
  id: LiveId,
  viewer: Viewer,
  context: Pick<RequestContext, 'requester' | 'adult'>,
): Promise<Allowed<LiveVisitor>> => {
  const visitor = await canEnter(ctx, id, viewer, context);
  if (visitor.live.producer_id === viewer.profileId) throw new AppError('profile.notSelf');
  return visitor;
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
