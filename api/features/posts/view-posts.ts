// From ids to the posts as one reader sees them: one load of posts, one batch per kind of
// reference, access rules, presentation.
import type { PostId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import type { RequestContext } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { viewMedia } from '../media/index.ts';
import type { MediaGroup } from '../media/index.ts';
import { ownReviews } from '../reviews/index.ts';
import { type StandIn, summarise, withRelationOf } from '../profiles/index.ts';
import { presentPost } from './present.ts';
import type { PostView } from './present.ts';
import { applyAgeGate } from './rules.ts';
import { isOpenToEveryone, resolvePostAccess } from './post-access.ts';
import type { ViewedPost } from './post-access.ts';
import { loadPosts, ownersCounts } from './store.ts';
import type { PostRow } from './store.ts';

/** The requester for whom posts are presented. */
export type Reader = Pick<RequestContext, 'requester' | 'locale' | 'adult'> & {
  /**
   * Set where the owner of a profile sees its posts as another person; then `requester` is theirs.
   */
  standIn?: StandIn;
};

declare module '../../feature.ts' {
  interface Services {
    /** Posts by id as the reader sees them; for features that posts imports. */
    viewPosts(ids: readonly PostId[], reader: Reader): Promise<PostView[]>;
  }
}

/** Without an age proof no preview is delivered, free or not. */
const freePreviewIn = (row: PostRow, reason: ViewedPost['access']['reason']): MediaGroup['free'] =>
  row.free_media_id === null || reason === 'age'
    ? null
    : {
        mediaId: row.free_media_id,
        seconds: row.free_seconds || null,
        failed: row.trailer_failed === true,
      };

/**
 * Posts in the order of `ids`, without those that are deleted or hidden from the reader. Three
 * queries for any number of posts, and for owners one for their counts and one for reviews.
 */
export const viewPosts = async (
  ctx: Ctx,
  ids: readonly PostId[],
  { requester, locale, adult, standIn }: Reader,
): Promise<PostView[]> => {
  if (ids.length === 0) return [];
  const now = ctx.clock.now();
  const viewerId = requester.profileId;
  const rows = await loadPosts(ctx.db, ids, requester, now);
  const shown = rows.flatMap((row) => {
    const seen = resolvePostAccess(withRelationOf(row, standIn ?? null), viewerId, now);
    return seen
      ? {
          row,
          access: applyAgeGate(seen.access, { adult, owner: row.profile_id === viewerId }),
        }
      : [];
  });
  const viewOptionsOf = ({ row, access }: ViewedPost): Omit<MediaGroup, 'ids'> => {
    // The preview of a locked post is public, so its address needs no session.
    const open = viewerId === null || access.level === 'preview' || isOpenToEveryone(row, now);
    return {
      access: access.level === 'full' ? 'full' : 'preview',
      audience: open ? 'public' : (standIn?.ownerId ?? viewerId),
      owner: row.profile_id === viewerId,
      free: freePreviewIn(row, access.reason),
    };
  };
  const own = shown.filter(({ row }) => row.profile_id === viewerId).map(({ row }) => row);
  const [medias, profiles, counts, reviews] = await Promise.all([
    viewMedia(
      ctx,
      shown.map((post) => ({ ids: post.row.media_ids, ...viewOptionsOf(post) })),
      locale,
    ),
    summarise(ctx, [...new Set(shown.map(({ row }) => row.profile_id))]),
    ownersCounts(
      ctx.db,
      own.map(({ id }) => id),
    ),
    ownReviews(
      ctx,
      'post',
      own.filter(({ held_at: heldAt }) => heldAt !== null).map(({ id }) => id),
    ),
  ]);
  const views = new Map<PostId, PostView>();
  for (const [index, { row, access }] of shown.entries()) {
    const profile = profiles.get(row.profile_id);
    if (profile)
      views.set(
        row.id,
        presentPost(row, access, profile, medias[index] ?? [], {
          counts: counts.get(row.id) ?? null,
          review: reviews.get(row.id) ?? null,
          usualFeeBps: ctx.config.FEE_BPS,
          now,
        }),
      );
  }
  return ids.flatMap((id) => views.get(id) ?? []);
};

/** One post. Throws post.notFound when it does not exist or is hidden from the reader. */
export const viewPost = async (ctx: Ctx, id: PostId, reader: Reader): Promise<PostView> => {
  const [post] = await viewPosts(ctx, [id], reader);
  if (!post) throw new AppError('post.notFound');
  return post;
};
