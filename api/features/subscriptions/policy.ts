// Who may subscribe to whom. A producer whom the viewer can't see is "not found".
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import type { Requester, Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { hiddenAmong } from '../profiles/index.ts';
import { type Pair, type SubscriptionRow, isProducing, loadPair } from './store.ts';

/** A producer whose page the requester may see. Throws profile.notFound. */
export const visibleProducer = async (
  { db }: Ctx,
  producerId: ProfileId,
  requester: Requester,
): Promise<ProfileId> => {
  const hidden =
    !(await isProducing(db, producerId)) ||
    (await hiddenAmong(db, [producerId], requester)).has(producerId);
  if (hidden) throw new AppError('profile.notFound');
  return producerId;
};

/** Throws profile.notSelf and profile.notFound. */
export const canSubscribe = async (
  ctx: Ctx,
  viewer: Viewer,
  producerId: ProfileId,
): Promise<Allowed<Pair>> => {
  if (producerId === viewer.profileId) throw new AppError('profile.notSelf');
  return allow({
    fanId: viewer.profileId,
    producerId: await visibleProducer(ctx, producerId, viewer),
  });
};

/**
 * A fan's own subscription can always be stopped, also when the producer is hidden from them.
 * Throws subscription.notFound.
 */
export const canStop = async (
  { db }: Ctx,
  viewer: Viewer,
  producerId: ProfileId,
): Promise<Allowed<SubscriptionRow>> => {
  const subscription = await loadPair(db, { fanId: viewer.profileId, producerId });
  if (!subscription) throw new AppError('subscription.notFound');
  return allow(subscription);
};
