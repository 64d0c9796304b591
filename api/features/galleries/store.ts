// What a gallery holds, in the database.
import type { MediaId, PostId, ProfileId } from '@camarim/contract/ids';
import type { Database } from '../../platform/database/database.ts';
import { preparedRead } from '../../platform/database/prepared-read.ts';
import { isWithheld } from '../access/index.ts';
import { isListed } from '../listings/index.ts';

export type GalleryRow = { media_id: MediaId; post_id: PostId; in_gallery: boolean };
export type GalleryPage = { limit: number; offset: number; now: Date };

// A media of several posts is shown once: in the newest of them.
const galleryQuery = (posts: string, medias: string) => `
  SELECT media_id, post_id, in_gallery FROM (
    SELECT DISTINCT ON (m.id) m.id AS media_id, p.id AS post_id, m.in_gallery, p.start_when,
      pm.position
    FROM posts p JOIN post_media pm ON pm.post_id = p.id JOIN media m ON m.id = pm.media_id
    WHERE p.profile_id = $1::uuid AND ${posts} AND ${medias} AND m.kind IN ('image', 'video')
    ORDER BY m.id, p.start_when DESC, p.id DESC
  ) found ORDER BY start_when DESC, post_id DESC, position LIMIT $2 OFFSET $3`;

const selectVisible = preparedRead<GalleryRow>(
  galleryQuery(
    isListed('$4'),
    `m.in_gallery AND m.playable_at IS NOT NULL AND m.status <> 'error' AND NOT ${isWithheld('media', 'm.id')}`,
  ),
);
const selectOwn = preparedRead<GalleryRow>(galleryQuery('p.deleted_at IS NULL', 'true'));

/** Media of listed posts, as others see them. */
export const visibleGalleryRows = (
  db: Database,
  profileId: ProfileId,
  { limit, offset, now }: GalleryPage,
): Promise<GalleryRow[]> => selectVisible(db, profileId, limit, offset, now);

/** All media of the owner's posts, failed ones too, so that the owner can remove them. */
export const ownGalleryRows = (
  db: Database,
  profileId: ProfileId,
  { limit, offset }: GalleryPage,
): Promise<GalleryRow[]> => selectOwn(db, profileId, limit, offset);

/** False when the media is not in a post of this profile's. */
export const setInGallery = async (
  db: Database,
  { mediaId, ownerId }: { mediaId: MediaId; ownerId: ProfileId },
  shown: boolean,
): Promise<boolean> => {
  const row = await db
    .updateTable('media')
    .set({ in_gallery: shown })
    .where('id', '=', mediaId)
    .where('owner_id', '=', ownerId)
    .where('purpose', '=', 'post')
    .where('status', '<>', 'error')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};
