// Who may do what with a post. A post without any access for the viewer is "not found".
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { refuseOwnDecision } from '../../platform/audit/second-person.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type {
  AdminViewer,
  Requester,
  ProducerViewer,
  RequestContext,
  Viewer,
} from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { lockPost, type LockedPost } from './publish/publish-store.ts';
import { applyAgeGate } from './rules.ts';
import { accessOf, resolvePostAccess } from './post-access.ts';
import type { ViewedPost } from './post-access.ts';
import { loadPosts, loadPostsForRequesters, ownerOf } from './store.ts';
import type { PostRow } from './store.ts';

/** A post of the viewer's own. */
export type OwnPost = { row: PostRow };

/**
 * A post with full or preview access: to like, save, buy or tip. Throws post.notFound.
 */
export const visiblePost = async (
  { db, clock }: Ctx,
  id: PostId,
  requester: Requester,
): Promise<Allowed<ViewedPost>> => {
  const now = clock.now();
  const [row] = await loadPosts(db, [id], requester, now);
  const seen = row && resolvePostAccess(row, requester.profileId, now);
  if (!seen) throw new AppError('post.notFound');
  return allow(seen);
};

/**
 * For each requester the post with their access, as `visiblePost` finds it; null where that throws.
 */
export const postsForRequesters = async (
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  pairs: readonly { id: PostId; requester: Requester }[],
): Promise<(ViewedPost | null)[]> => {
  const now = clock.now();
  const rows = await loadPostsForRequesters(db, pairs, now);
  return pairs.map(({ requester }, index) => {
    const row = rows.get(index);
    return row ? resolvePostAccess(row, requester.profileId, now) : null;
  });
};

/**
 * A post with full access: to read, write and like comments. Throws post.notFound,
 * age.proofRequired for a reader without the age proof that their location requires, and
 * post.locked.
 */
export const readablePost = async (
  ctx: Ctx,
  id: PostId,
  { requester, adult }: Pick<RequestContext, 'requester' | 'adult'>,
): Promise<Allowed<ViewedPost>> => {
  const post = await visiblePost(ctx, id, requester);
  const access = applyAgeGate(post.access, {
    adult,
    owner: post.row.profile_id === requester.profileId,
  });
  if (access.level !== 'full')
    throw new AppError(access.reason === 'age' ? 'age.proofRequired' : 'post.locked');
  return post;
};

/**
 * Which of the posts `readablePost` allows, for any number of them in one query.
 */
export const readableAmong = async (
  { db, clock }: Ctx,
  ids: readonly PostId[],
  { requester, adult }: Pick<RequestContext, 'requester' | 'adult'>,
): Promise<Set<PostId>> => {
  if (ids.length === 0) return new Set();
  const now = clock.now();
  const rows = await loadPosts(db, ids, requester, now);
  const readable = rows.filter((row) => {
    const owner = row.profile_id === requester.profileId;
    const access = accessOf(row, requester.profileId, now);
    return applyAgeGate(access, { adult, owner }).level === 'full';
  });
  return new Set(readable.map(({ id }) => id));
};

/**
 * The viewer's own post in any state: to edit and delete. Throws post.notFound for another
 * person's.
 */
export const ownPost = async (ctx: Ctx, id: PostId, viewer: Viewer): Promise<Allowed<OwnPost>> => {
  const { row } = await visiblePost(ctx, id, viewer);
  if (row.profile_id !== viewer.profileId) throw new AppError('post.notFound');
  return allow({ row });
};

/** A producer who publishes. */
export type Author = { profileId: ProfileId };

/** Only approved producers publish. */
export const canPublish = (viewer: ProducerViewer): Allowed<Author> =>
  allow({ profileId: viewer.profileId });

/**
 * A post and its possible buyer. `forSale`: it has a price, is not the buyer's own, and the buyer
 * is in its audience.
 */
export type PostForPurchase = { row: PostRow; buyerId: ProfileId; forSale: boolean };

/**
 * A visible post to buy. `purchasePost` refuses one that is not for sale, unless the buyer owns it
 * already. Throws post.notFound.
 */
export const postForPurchase = async (
  ctx: Ctx,
  id: PostId,
  viewer: Viewer,
): Promise<Allowed<PostForPurchase>> => {
  const { row, access } = await visiblePost(ctx, id, viewer);
  return allow({
    row,
    buyerId: viewer.profileId,
    forSale: access.level === 'preview' && access.reason === 'price',
  });
};

/**
 * A post that takes the viewer's tip, for the funds feature. Throws post.notFound and post.tipsOff.
 */
export const tippablePost = async (
  ctx: Ctx,
  id: PostId,
  viewer: Viewer,
): Promise<{ postId: PostId; ownerId: ProfileId; ownerFeeBps: number | null }> => {
  const { row } = await visiblePost(ctx, id, viewer);
  if (!row.tips_enabled) throw new AppError('post.tipsOff');
  return { postId: row.id, ownerId: row.profile_id, ownerFeeBps: row.owner_fee_bps };
};

/**
 * A post whose label of AI an administrator decides about. Locks it. Throws post.notFound, and
 * decision.own for one of their own.
 */
export const canLabel = async (
  tx: Transaction,
  { profileId: adminId }: AdminViewer,
  id: PostId,
): Promise<Allowed<{ post: LockedPost; adminId: ProfileId }>> => {
  const post = await lockPost(tx, id);
  if (!post || post.deletedAt) throw new AppError('post.notFound');
  refuseOwnDecision(adminId, post.profileId);
  return allow({ post, adminId });
};

/** Owner of the post, who may delete comments under it; null when it does not exist. */
export const postOwner = ({ db }: Ctx, id: PostId): Promise<ProfileId | null> => ownerOf(db, id);
