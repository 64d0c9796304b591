// Who may enter a show, and leave it. One that is hidden from the requester is "not found".
import type { LiveId } from '@camarim/contract/features/lives';
import type { LiveWatcherRole } from '@camarim/contract/features/lives/charges';
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import type { EarnerViewer, RequestContext, Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { mayEnter } from '../camera/may-enter.ts';
import { refuseRestricted } from '../refuse-restricted.ts';
import { type LiveRow, loadLive } from '../store.ts';
import { type EntryRow, findOpenEntry } from './entries-store.ts';

/** A person who may enter an open show in a role. */
export type ShowVisitor = { live: LiveRow; profileId: ProfileId; role: LiveWatcherRole };

/**
 * Throws live.notFound, profile.notSelf for the producer, age.proofRequired, live.kicked,
 * live.banned, live.spiesOff, and live.entryRefused for whom the producer does not let in. Who has
 * entered stays in.
 */
export const canEnterShow = async (
  ctx: Ctx,
  id: LiveId,
  { profileId }: Viewer,
  role: LiveWatcherRole,
  { requester, adult }: Pick<RequestContext, 'requester' | 'adult'>,
): Promise<Allowed<ShowVisitor>> => {
  const live = await loadLive(ctx.db, id, requester);
  if (!live || live.ended_at || live.owner_hidden) throw new AppError('live.notFound');
  if (live.producer_id === profileId) throw new AppError('profile.notSelf');
  const isTheirs = live.private_watcher_id === profileId;
  if (live.type === 3 && !isTheirs && (role === 'watcher' || live.spy_price_centavos === null))
    throw new AppError('live.notFound');
  if (role === 'spy' && (live.type === 2 || isTheirs)) throw new AppError('live.spiesOff');
  if (!adult) throw new AppError('age.proofRequired');
  await refuseRestricted(ctx, live, profileId);
  const known = await findOpenEntry(ctx.db, id, profileId);
  if (!known && !isTheirs && !(await mayEnter(ctx, live.producer_id, live, profileId)))
    throw new AppError('live.entryRefused');
  return allow({ live, profileId, role });
};

/** One's own entry to a show that may have ended. */
export type OwnEntry = { entry: EntryRow; live: LiveRow };

/**
 * Null without an open entry. Throws live.notFound for a show that the viewer has never entered.
 */
export const ownEntry = async (
  ctx: Ctx,
  id: LiveId,
  viewer: Viewer,
  hasReceipt: (id: LiveId, profileId: ProfileId) => Promise<boolean>,
): Promise<Allowed<OwnEntry> | null> => {
  const [entry, live] = await Promise.all([
    findOpenEntry(ctx.db, id, viewer.profileId),
    loadLive(ctx.db, id, viewer),
  ]);
  if (entry && live) return allow({ entry, live });
  if (!(await hasReceipt(id, viewer.profileId))) throw new AppError('live.notFound');
  return null;
};

/** Throws live.notFound for a show of another person. */
export const ownShow = async (
  ctx: Ctx,
  id: LiveId,
  viewer: EarnerViewer,
): Promise<Allowed<LiveRow>> => {
  const live = await loadLive(ctx.db, id, viewer);
  if (live?.producer_id !== viewer.profileId) throw new AppError('live.notFound');
  return allow(live);
};
