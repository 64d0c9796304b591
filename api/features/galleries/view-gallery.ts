// A gallery as one reader sees it. Its media are presented by their posts, so that access is the
// same in both.
import type { galleryItemSchema } from '@camarim/contract/features/galleries';
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { ViewAs } from '@camarim/contract/limits';
import type { z } from 'zod';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Ctx } from '../../context.ts';
import { type Reader, standingIn, viewPosts } from '../posts/index.ts';
import { hiddenAmong, summarise } from '../profiles/index.ts';
import { type GalleryRow, ownGalleryRows, setInGallery, visibleGalleryRows } from './store.ts';

export type GalleryItem = z.input<typeof galleryItemSchema>;
type Page = { limit: number; offset: number };

const present = async (
  ctx: Ctx,
  rows: readonly GalleryRow[],
  reader: Reader,
): Promise<GalleryItem[]> => {
  const posts = new Map(
    (await viewPosts(ctx, [...new Set(rows.map((row) => row.post_id))], reader)).map((post) => [
      post.id,
      post,
    ]),
  );
  return rows.flatMap((row) => {
    const post = posts.get(row.post_id);
    const media = post?.medias.find(({ id }) => id === row.media_id);
    return post && media
      ? {
          ...media,
          postId: post.id,
          profileId: post.profileId,
          // The free preview of a locked post is seen whole.
          locked: post.locked !== null && media.url === null,
          showInGalery: row.in_gallery,
        }
      : [];
  });
};

/**
 * Throws profile.notFound for a profile that does not exist or is hidden from the reader, and
 * profile.viewAsOwnerOnly.
 */
export const viewGallery = async (
  ctx: Ctx,
  profileId: ProfileId,
  viewer: Reader,
  { viewAs, ...page }: Page & { viewAs?: ViewAs | undefined },
): Promise<GalleryItem[]> => {
  const reader = viewAs ? await standingIn(ctx, { id: profileId }, viewer, viewAs) : viewer;
  const [known, hidden] = await Promise.all([
    summarise(ctx, [profileId]),
    hiddenAmong(ctx.db, [profileId], reader.requester),
  ]);
  if (!known.has(profileId) || hidden.has(profileId)) throw new AppError('profile.notFound');
  return present(
    ctx,
    await visibleGalleryRows(ctx.db, profileId, { ...page, now: ctx.clock.now() }),
    reader,
  );
};

/** All media of the reader's own posts. */
export const viewOwnGallery = async (
  ctx: Ctx,
  reader: Reader & { requester: Viewer },
  page: Page,
): Promise<GalleryItem[]> =>
  present(
    ctx,
    await ownGalleryRows(ctx.db, reader.requester.profileId, {
      ...page,
      now: ctx.clock.now(),
    }),
    reader,
  );

/** Shows or hides one of the viewer's own; throws media.notFound for any other. */
export const showInGallery = async (
  { db }: Ctx,
  viewer: Viewer,
  mediaId: MediaId,
  shown: boolean,
): Promise<{ showInGalery: boolean }> => {
  if (!(await setInGallery(db, { mediaId, ownerId: viewer.profileId }, shown)))
    throw new AppError('media.notFound');
  return { showInGalery: shown };
};
