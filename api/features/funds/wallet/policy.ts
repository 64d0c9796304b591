// Who may be tipped by whom. A producer hidden from the viewer is "not found".
import type { LiveId } from '@camarim/contract/features/lives';
import type { MenuItemId } from '@camarim/contract/features/lives/menu';
import type { GoalId, PostId, ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { createCoalescer } from '../../../platform/coalescer/coalescer.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../platform/http/allowed.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { tippableGoal } from '../../goals/index.ts';
import { cardMoneySince, type SellerRate, sourceOf } from '../../ledger/index.ts';
import { tippablePost } from '../../posts/index.ts';
import { hasLimits } from '../../spending/index.ts';
import { type RecipientRow, type TipPair, loadRecipients } from './store.ts';

/** Where a tip goes: a producer's profile, or one of its posts, goals or shows. */
export type TipTarget = {
  toProfileId?: ProfileId | undefined;
  postId?: PostId | undefined;
  goalId?: GoalId | undefined;
  liveId?: LiveId | undefined;
  itemId?: MenuItemId | undefined;
  value: Centavos;
  message?: string | undefined;
};

/** Tips in shows: a service, because shows import features that import this one. */
export type RoomTips = Services['roomTips'];
type TipRoom = Awaited<ReturnType<RoomTips['tippable']>>;

export type Recipient = {
  profileId: ProfileId;
  postId: PostId | null;
  goalId: GoalId | null;
  /** The show in which it is given. */
  room: TipRoom | null;
  feeBps: SellerRate;
  /** The payer has set spending limits. */
  limited: boolean;
  source?: 'card';
};

export type CanTip = (viewer: Viewer, target: TipTarget) => Promise<Allowed<Recipient>>;

const LOOKUP = { maxBatch: 256, maxInFlight: 4, patienceMs: 25, maxQueued: 5_000 };

/**
 * Checks the target of a tip. Lookups of one moment share a query, because a busy show has hundreds
 * of tips a second. Throws profile.notFound, profile.notSelf, post.notFound, post.tipsOff and
 * goal.notFound, and of a show what its room refuses.
 */
export const tipPolicy = (ctx: Ctx, roomTips: RoomTips): CanTip => {
  const recipientOf = createCoalescer<TipPair, RecipientRow>({
    ...LOOKUP,
    overflow: () => new AppError('server.unavailable', { retryAfterSeconds: 1 }),
    run: async (pairs) =>
      (await loadRecipients(ctx.db, pairs, cardMoneySince(ctx))).map((value) => ({ value })),
  });

  const profileTarget = async (
    viewer: Viewer,
    recipientId: ProfileId,
  ): Promise<Allowed<Recipient>> => {
    const { producer, hidden, feeBps, limited, byCard } = await recipientOf({
      viewer,
      recipientId,
    });
    if (!producer || hidden) throw new AppError('profile.notFound');
    return allow({
      profileId: recipientId,
      postId: null,
      goalId: null,
      room: null,
      feeBps,
      limited,
      ...(byCard && { source: 'card' as const }),
    });
  };

  const roomTarget = async (
    viewer: Viewer,
    liveId: LiveId,
    { goalId, ...tip }: TipTarget,
  ): Promise<Allowed<Recipient>> => {
    const room = await roomTips.tippable(viewer, { ...tip, liveId });
    if (goalId && (await tippableGoal(ctx, goalId, viewer)).producerId !== room.producerId)
      throw new AppError('goal.notFound');
    const recipient = await profileTarget(viewer, room.producerId);
    return allow({ ...recipient, goalId: goalId ?? null, room });
  };

  return async (viewer, target) => {
    const { toProfileId, postId, goalId, liveId } = target;
    if (liveId) return roomTarget(viewer, liveId, target);
    if (postId) {
      const { ownerId, ownerFeeBps } = await tippablePost(ctx, postId, viewer);
      if (ownerId === viewer.profileId) throw new AppError('profile.notSelf');
      const [limited, source] = await Promise.all([
        hasLimits(ctx, viewer.profileId),
        sourceOf(ctx.db, viewer.profileId, cardMoneySince(ctx)),
      ]);
      return allow({
        profileId: ownerId,
        postId,
        goalId: null,
        room: null,
        feeBps: ownerFeeBps,
        limited,
        ...source,
      });
    }
    if (goalId) {
      const { producerId } = await tippableGoal(ctx, goalId, viewer);
      if (producerId === viewer.profileId) throw new AppError('profile.notSelf');
      return allow({ ...(await profileTarget(viewer, producerId)), goalId });
    }
    if (!toProfileId || toProfileId === viewer.profileId) throw new AppError('profile.notSelf');
    return profileTarget(viewer, toProfileId);
  };
};
