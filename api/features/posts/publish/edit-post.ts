// Edits the text, terms and schedule of the viewer's own post, and publishes drafts.
import type { MediaId, PerformerId, PostId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Ctx } from '../../../context.ts';
import {
  type PostPerformers,
  declarePerformers,
  canDeclare,
  performersIn,
  requireConsent,
} from '../../verifications/index.ts';
import type { OwnPost } from '../policy.ts';
import { reviewChange } from './reviewable-posts.ts';
import { chooseFreePreview, type FreePreviewChoice } from './free-preview.ts';
import { syncPlayable } from './post-status.ts';
import { lockPost, orderMedia, setArchived, setPinned, updatePost } from './publish-store.ts';
import type { LockedPost } from './publish-store.ts';
import { syncAndSchedulePublication, syncPublication } from './sync-publication.ts';
import { applyChanges } from './schedule.ts';
import type { PostChanges } from './schedule.ts';
import { saveTagsAndMentions } from './tags-store.ts';
import { applyCauses } from './withhold-store.ts';

/** Throws post.notFound when another call has deleted it since the policy check. */
export const lockExistingPost = async (tx: Transaction, id: PostId): Promise<LockedPost> => {
  const post = await lockPost(tx, id);
  if (!post || post.deletedAt) throw new AppError('post.notFound');
  return post;
};

/**
 * Changes the declared performers. A withheld post is refused, so that removing the performer who
 * withdrew does not bring it back; a published post keeps all of its performers.
 */
const redeclarePerformers = async (
  tx: Transaction,
  post: LockedPost,
  appearing: Allowed<PostPerformers>,
  now: Date,
): Promise<void> => {
  if (post.withheldAt) throw new AppError('post.withheld');
  const seen = !post.draft && post.playableAt !== null && post.startWhen <= now;
  const left = (await performersIn(tx, post.id)).some(
    ({ id }) => !appearing.performerIds.includes(id),
  );
  if (seen && left) throw fieldError('performerIds', 'performer.declared');
  await requireConsent(tx, appearing.performerIds, post.mediaIds, 'post');
  await declarePerformers(tx, appearing, post.id, now);
};

/**
 * Puts the media into another order. It shows nothing that was not shown, so that a sold post can
 * be ordered too. Throws media.notFound unless the ids are those of the post, each once.
 */
const reorderMedia = async (
  tx: Transaction,
  { id, mediaIds }: LockedPost,
  order: readonly MediaId[],
): Promise<void> => {
  const named = new Set(order);
  if (named.size !== order.length || order.length !== mediaIds.length)
    throw new AppError('media.notFound');
  if (!mediaIds.every((mediaId) => named.has(mediaId))) throw new AppError('media.notFound');
  await orderMedia(tx, id, order);
};

type PostEdits = PostChanges & {
  mediaIds?: readonly MediaId[] | undefined;
  performerIds?: readonly PerformerId[] | undefined;
  /** Null takes it away. */
  freePreview?: FreePreviewChoice | null | undefined;
};

/**
 * Changes the fields that are given, the order of the media, and the performers. Throws what
 * `applyChanges`, `reorderMedia`, `chooseFreePreview` and `canDeclare` throw, post.withheld and
 * performer.declared.
 */
export const editPost = async (
  ctx: Ctx,
  { row }: Allowed<OwnPost>,
  { performerIds, mediaIds, freePreview, ...changes }: PostEdits,
): Promise<void> => {
  await transaction(ctx.db, async (tx) => {
    // Locked before the post, in the order in which a withdrawal of consent locks performer and
    // posts.
    const appearing = performerIds && (await canDeclare(tx, row.profile_id, performerIds, 'post'));
    const post = await lockExistingPost(tx, row.id);
    const now = ctx.clock.now();
    if (appearing) await redeclarePerformers(tx, post, appearing, now);
    if (mediaIds) await reorderMedia(tx, post, mediaIds);
    if (freePreview !== undefined) await chooseFreePreview(ctx, tx, post, freePreview);
    const changed = { ...post, ...applyChanges(post, changes, now) };
    const next = await reviewChange(ctx, tx, changed, {
      content: post.draft || changed.text !== post.text || appearing !== undefined,
    });
    await updatePost(tx, post.id, next, ctx.clock.now());
    await saveTagsAndMentions(tx, next);
    await syncPlayable(ctx, tx, next);
    if (next.text !== post.text) await applyCauses(tx, [post.id], now);
    await syncAndSchedulePublication(ctx, tx, next);
  });
};

/** Archives the post, which removes it from every list, or restores it. */
export const archivePost = async (
  ctx: Ctx,
  { row }: Allowed<OwnPost>,
  archived: boolean,
): Promise<{ archived: boolean }> => {
  await transaction(ctx.db, async (tx) => {
    await lockExistingPost(tx, row.id);
    await setArchived(tx, row.id, archived ? ctx.clock.now() : null);
    await syncPublication(ctx, tx, row.id);
  });
  return { archived };
};

/** Pins the post to the top of its profile, in place of another. */
export const pinPost = async (
  { db }: Ctx,
  { row }: Allowed<OwnPost>,
  wanted: boolean | undefined,
): Promise<{ pinned: boolean }> => {
  const pinned = wanted ?? !row.pinned;
  await transaction(db, (tx) => setPinned(tx, { id: row.id, profileId: row.profile_id }, pinned));
  return { pinned };
};
