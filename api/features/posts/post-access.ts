// Resolves a requester's access to a loaded post: translates its row into the terms of the access
// rules.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Access } from '../access/index.ts';
import { openFreePreview, stageOf, resolveAccess } from './rules.ts';
import type { FreePreview, PostAccess } from './rules.ts';
import type { PostRow } from './store.ts';

/** A post whose existence the viewer may know, with their access to it. */
export type ViewedPost = { row: PostRow; access: Exclude<PostAccess, { level: 'none' }> };

/**
 * The post with the access of the viewer (null: a visitor) for whom the row was loaded; null when
 * they have none.
 */
export const resolvePostAccess = (
  row: PostRow,
  viewerId: ProfileId | null,
  now: Date,
): ViewedPost | null => {
  const access = accessOf(row, viewerId, now);
  return access.level === 'none' ? null : { row, access };
};

/** The same with the reason why there is none, for decisions that no requester sees. */
export const accessOf = (row: PostRow, viewerId: ProfileId | null, now: Date): PostAccess =>
  resolveAccess(
    {
      audience: row.audience,
      priceCentavos: row.nothing_to_sell ? null : row.price_centavos,
      hasMedia: row.media_ids.length > 0,
      stage: stageOf(row, now),
      withheld: row.withheld_at !== null,
    },
    {
      signedIn: viewerId !== null,
      owner: row.profile_id === viewerId,
      hidden: row.owner_hidden,
      follower: row.follower,
      subscriber: row.subscriber,
      buyer: row.bought,
      sellsPlan: row.sold_plan,
    },
  );

const freePreviewOf = (row: PostRow): FreePreview | null =>
  row.free_seconds === null
    ? null
    : row.free_seconds === 0
      ? 'picture'
      : { trailerSeconds: row.free_seconds };

/** Access to one media of the post, which may be its free preview. */
export const mediaAccessOf = (
  row: PostRow,
  mediaId: MediaId,
  viewerId: ProfileId | null,
  now: Date,
): Access =>
  openFreePreview(
    accessOf(row, viewerId, now),
    row.free_media_id === mediaId ? freePreviewOf(row) : null,
    stageOf(row, now),
  );

/** Everyone has full access, visitors too, so the addresses of its media need no session. */
export const isOpenToEveryone = (row: PostRow, now: Date): boolean =>
  row.audience === 'public' &&
  row.price_centavos === null &&
  row.withheld_at === null &&
  stageOf(row, now) === 'published';
