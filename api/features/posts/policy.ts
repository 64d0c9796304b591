// Who may do what with a post. What the viewer must not know of is "not found".
import type { PostId, ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type {
  Requester,
  ProducerViewer,
  RequestContext,
  Viewer,
} from '../../platform/http/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import { applyAgeGate } from './rules.ts';
import { resolvePostAccess } from './post-access.ts';
import type { ViewedPost } from './post-access.ts';
import { loadPosts, ownerOf } from './store.ts';
import type { PostRow } from './store.ts';

/** A post of the viewer's own. */
export type OwnPost = { row: PostRow };

type PolicyContext = Pick<Platform, 'db' | 'clock'>;

/**
 * A post the requester may know of, locked or not: to like, save, buy or tip. Throws post.notFound.
 */
export const visiblePost = async (
  { db, clock }: PolicyContext,
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
 * A post the reader sees in full: to read, write and like comments. Throws post.notFound,
 * age.proofRequired for a reader who has not shown their age as the place asks, and post.locked for
 * a locked one.
 */
export const readablePost = async (
  platform: PolicyContext,
  id: PostId,
  { requester, adult }: Pick<RequestContext, 'requester' | 'adult'>,
): Promise<Allowed<ViewedPost>> => {
  const post = await visiblePost(platform, id, requester);
  const access = applyAgeGate(post.access, {
    adult,
    owner: post.row.profile_id === requester.profileId,
  });
  if (access.level !== 'full')
    throw new AppError(access.reason === 'age' ? 'age.proofRequired' : 'post.locked');
  return post;
};

/**
 * The viewer's own post, whatever its state: to delete. Throws post.notFound for anybody else's.
 */
export const ownPost = async (
  platform: PolicyContext,
  id: PostId,
  viewer: Viewer,
): Promise<Allowed<OwnPost>> => {
  const { row } = await visiblePost(platform, id, viewer);
  if (row.profile_id !== viewer.profileId) throw new AppError('post.notFound');
  return allow({ row });
};

/** Somebody who publishes. */
export type Author = { profileId: ProfileId };

/** Only approved producers publish. */
export const canPublish = (viewer: ProducerViewer): Allowed<Author> =>
  allow({ profileId: viewer.profileId });

/**
 * A post somebody wants to buy. `forSale`: not free, not their own, and they are of its audience.
 */
export type PostForPurchase = { row: PostRow; buyerId: ProfileId; forSale: boolean };

/**
 * Who may know of a post may ask to buy it; what is not for sale is refused only to those who do
 * not own it. Throws post.notFound.
 */
export const postForPurchase = async (
  platform: PolicyContext,
  id: PostId,
  viewer: Viewer,
): Promise<Allowed<PostForPurchase>> => {
  const { row, access } = await visiblePost(platform, id, viewer);
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
  platform: PolicyContext,
  id: PostId,
  viewer: Viewer,
): Promise<{ postId: PostId; ownerId: ProfileId; ownerFeeBps: number | null }> => {
  const { row } = await visiblePost(platform, id, viewer);
  if (!row.tips_enabled) throw new AppError('post.tipsOff');
  return { postId: row.id, ownerId: row.profile_id, ownerFeeBps: row.owner_fee_bps };
};

/** Whose post it is, for deciding who may clear up under it; null when there is none. */
export const postOwner = ({ db }: Pick<Platform, 'db'>, id: PostId): Promise<ProfileId | null> =>
  ownerOf(db, id);
