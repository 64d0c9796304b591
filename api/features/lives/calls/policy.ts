// Who may call a producer for a show, and answer a call.
import type { CallId } from '@camarim/contract/features/lives/calls';
import type { ProfileId } from '@camarim/contract/ids';
import type { ShowType } from '@camarim/contract/shows';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import type {
  ProducerViewer,
  RequestContext,
  Requester,
  Viewer,
} from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { isHiddenProfile, visibleProfile } from '../../profiles/index.ts';
import { type CameraSettings, loadSettings } from '../camera/settings-store.ts';
import { mayEnter } from '../camera/may-enter.ts';
import { refuseRestricted } from '../refuse-restricted.ts';
import { type CallRow, findCallById, isApproved } from './calls-store.ts';

export type CallPair = { callerId: ProfileId; producerId: ProfileId; settings: CameraSettings };

/** Whether a producer with these camera settings may be called for a show of this type. */
export const takesCalls = (settings: CameraSettings, type: ShowType): boolean =>
  type === '3' ? settings.private_price_centavos !== null : settings.party_calls;

/** The pair whose call is taken back. Throws profile.notSelf. */
export const callPair = (
  viewer: Viewer,
  producerId: ProfileId,
): Allowed<Omit<CallPair, 'settings'>> => {
  if (viewer.profileId === producerId) throw new AppError('profile.notSelf');
  return allow({ callerId: viewer.profileId, producerId });
};

/**
 * The pair whose call is looked at. Throws profile.notSelf, and profile.notFound for a hidden
 * producer.
 */
export const visibleCallPair = async (
  ctx: Ctx,
  viewer: Viewer,
  producerId: ProfileId,
): Promise<Allowed<Omit<CallPair, 'settings'>>> => {
  const pair = callPair(viewer, producerId);
  if (await isHiddenProfile(ctx.db, producerId, viewer)) throw new AppError('profile.notFound');
  return pair;
};

/**
 * Throws profile.notFound for whom the viewer can't see or who is no producer, profile.notSelf,
 * age.proofRequired, live.kicked, live.banned, live.callsOff when the producer takes no calls of
 * this type, and live.entryRefused.
 */
export const canCall = async (
  ctx: Ctx,
  viewer: Viewer,
  producerId: ProfileId,
  type: ShowType,
  { requester, adult }: Pick<RequestContext, 'requester' | 'adult'>,
): Promise<Allowed<CallPair>> => {
  const { callerId } = callPair(viewer, producerId);
  const hidden = await isHiddenProfile(ctx.db, producerId, requester);
  if (hidden || !(await isApproved(ctx.db, producerId))) throw new AppError('profile.notFound');
  if (!adult) throw new AppError('age.proofRequired');
  await refuseRestricted(ctx, { id: null, producer_id: producerId }, callerId);
  const settings = await loadSettings(ctx.db, producerId);
  if (!takesCalls(settings, type)) throw new AppError('live.callsOff');
  if (!(await mayEnter(ctx, producerId, settings, callerId)))
    throw new AppError('live.entryRefused');
  return allow({ callerId, producerId, settings });
};

/**
 * A producer whose offers of shows the requester may see; null: not an approved producer.
 * Throws profile.notFound, profile.notLocated and profile.blocked.
 */
export const visibleOffer = async (
  ctx: Ctx,
  domainName: string,
  requester: Requester,
): Promise<Allowed<{ producerId: ProfileId }> | null> => {
  const producerId = await visibleProfile(ctx, domainName, requester);
  return (await isApproved(ctx.db, producerId)) ? allow({ producerId }) : null;
};

/** Throws live.callNotFound for a call to another producer. */
export const ownCall = async (
  ctx: Ctx,
  id: CallId,
  viewer: ProducerViewer,
): Promise<Allowed<CallRow>> => {
  const call = await findCallById(ctx.db, id);
  if (call?.producer_id !== viewer.profileId) throw new AppError('live.callNotFound');
  return allow(call);
};
