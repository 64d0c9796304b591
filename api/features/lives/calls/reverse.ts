// The watcher's own picture in a private show: the producer or the watcher asks, the other accepts,
// and then the watcher sends it to a room of its own at the engine, where the producer alone
// watches.
import { topicKey } from '@camarim/contract/events';
import type { LiveId } from '@camarim/contract/features/lives';
import type { ProfileId } from '@camarim/contract/ids';
import { type Transaction, transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import type { RequestContext, Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { type LiveRow, loadLive } from '../store.ts';
import { reverseRoomOf } from './reverse-room.ts';
import { setReverse } from './reverse-store.ts';

/** One of the two of a private show that is open. */
export type PrivatePair = { live: LiveRow; viewerId: ProfileId; otherId: ProfileId };

/**
 * Throws live.notFound for everything but a private show of the viewer, and for one that has ended
 * unless `over`.
 */
export const privatePair = async (
  ctx: Ctx,
  id: LiveId,
  viewer: Viewer,
  { over = false } = {},
): Promise<Allowed<PrivatePair>> => {
  const live = await loadLive(ctx.db, id, viewer);
  const watcherId = live?.private_watcher_id;
  if (!live || (live.ended_at && !over) || live.owner_hidden || !watcherId)
    throw new AppError('live.notFound');
  const { profileId: viewerId } = viewer;
  if (viewerId === live.producer_id) return allow({ live, viewerId, otherId: watcherId });
  if (viewerId !== watcherId) throw new AppError('live.notFound');
  return allow({ live, viewerId, otherId: live.producer_id });
};

/**
 * One end of the watcher's picture. Throws live.reverseNotAsked until both agreed, and for the
 * watcher age.proofRequired without the proof of age that the place requires.
 */
export const reversePair = async (
  ctx: Ctx,
  id: LiveId,
  viewer: Viewer,
  role: 'producer' | 'watcher',
  { adult }: Pick<RequestContext, 'adult'>,
): Promise<Allowed<PrivatePair>> => {
  const pair = await privatePair(ctx, id, viewer);
  const isProducer = pair.viewerId === pair.live.producer_id;
  if (isProducer !== (role === 'producer')) throw new AppError('live.notFound');
  if (!isProducer && !adult) throw new AppError('age.proofRequired');
  if (!pair.live.reverse_since) throw new AppError('live.reverseNotAsked');
  return pair;
};

const tell = (
  ctx: Ctx,
  tx: Transaction,
  { live, viewerId, otherId }: PrivatePair,
  action: 'ask' | 'accept' | 'end',
): Promise<void> =>
  ctx.outbox.publish(tx, {
    event: 'reverse-call',
    topics: [topicKey('member', otherId)],
    payload: { liveId: live.id, profileId: viewerId, action },
  });

/** Repeating it tells the other one again. Throws live.reverseOff where the show has none. */
export const askReverse = async (ctx: Ctx, pair: Allowed<PrivatePair>): Promise<void> => {
  const { live, viewerId } = pair;
  if (!live.reverse_camera) throw new AppError('live.reverseOff');
  if (live.reverse_since) return;
  await transaction(ctx.db, async (tx) => {
    await setReverse(tx, live.id, { askedBy: viewerId, since: null });
    await tell(ctx, tx, pair, 'ask');
  });
};

/** Throws live.reverseNotAsked unless the other one asked. */
export const acceptReverse = async (
  ctx: Ctx,
  pair: Allowed<PrivatePair>,
): Promise<{ reverseUrl: string }> => {
  const { live, otherId } = pair;
  if (!live.reverse_camera) throw new AppError('live.reverseOff');
  const reverseUrl = `/api/lives/${live.id}/reverse`;
  if (live.reverse_since) return { reverseUrl };
  if (live.reverse_asked_by !== otherId) throw new AppError('live.reverseNotAsked');
  await transaction(ctx.db, async (tx) => {
    await setReverse(tx, live.id, { askedBy: otherId, since: ctx.clock.now() });
    await tell(ctx, tx, pair, 'accept');
  });
  return { reverseUrl };
};

/** Either one ends it, or takes back what was asked; repeating it changes nothing. */
export const endReverse = async (ctx: Ctx, pair: Allowed<PrivatePair>): Promise<void> => {
  const { live } = pair;
  if (live.reverse_asked_by)
    await transaction(ctx.db, async (tx) => {
      await setReverse(tx, live.id, { askedBy: null, since: null });
      await tell(ctx, tx, pair, 'end');
    });
  await ctx.live.endRoom(reverseRoomOf(live.id), 'ended');
};
