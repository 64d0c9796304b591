// The free previews of posts in the database.
import type { MediaId, PostId } from '@camarim/contract/ids';
import type { Database } from '../../../platform/database/database.ts';

/** What the file is: as it was declared, and as it was found to be once it is inspected. */
export const contentTypeOf = async (tx: Database, id: MediaId): Promise<string> => {
  const row = await tx
    .selectFrom('media')
    .select('content_type')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.content_type;
};

/** `seconds` 0: a picture, which is shown whole. */
export const setFreePreview = async (
  tx: Database,
  id: PostId,
  choice: { mediaId: MediaId; seconds: number } | null,
): Promise<void> => {
  // First the former one: a post has one at most at every statement.
  await tx
    .updateTable('post_media')
    .set({ free_seconds: null, trailer_failed: false })
    .where('post_id', '=', id)
    .where('free_seconds', 'is not', null)
    .execute();
  if (choice)
    await tx
      .updateTable('post_media')
      .set({ free_seconds: choice.seconds })
      .where('post_id', '=', id)
      .where('media_id', '=', choice.mediaId)
      .execute();
};

/** Length of the trailer of this media that the post shows; null when it shows none. */
export const trailerChosen = async (
  tx: Database,
  id: PostId,
  mediaId: MediaId,
): Promise<number | null> => {
  const row = await tx
    .selectFrom('post_media')
    .select('free_seconds')
    .where('post_id', '=', id)
    .where('media_id', '=', mediaId)
    .executeTakeFirst();
  return row?.free_seconds || null;
};

/**
 * Records whether the trailer of this length failed, where the post shows it. Returns whether it
 * does.
 */
export const markTrailer = async (
  tx: Database,
  { id, mediaId, seconds }: { id: PostId; mediaId: MediaId; seconds: number },
  failed: boolean,
): Promise<boolean> => {
  const row = await tx
    .updateTable('post_media')
    .set({ trailer_failed: failed })
    .where('post_id', '=', id)
    .where('media_id', '=', mediaId)
    .where('free_seconds', '=', seconds)
    .returning('media_id')
    .executeTakeFirst();
  return row !== undefined;
};
