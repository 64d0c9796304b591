// Captions of videos in the database.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { Database } from '../../../platform/database/database.ts';

/**
 * Owner of the video; null when it is not a video or failed. Locks the row, so that it is not
 * erased before the commit.
 */
export const lockVideo = async (tx: Database, id: MediaId): Promise<ProfileId | null> => {
  const row = await tx
    .selectFrom('media')
    .select('owner_id')
    .where('id', '=', id)
    .where('kind', '=', 'video')
    .where('status', '<>', 'error')
    .forUpdate()
    .executeTakeFirst();
  return (row?.owner_id as ProfileId | undefined) ?? null;
};

export const saveCaptions = async (
  tx: Database,
  captions: { mediaId: MediaId; language: Locale; vtt: string; now: Date },
): Promise<void> => {
  const { mediaId, language, vtt, now } = captions;
  await tx
    .insertInto('media_captions')
    .values({ media_id: mediaId, language, vtt, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['media_id', 'language']).doUpdateSet({ vtt, updated_at: now }),
    )
    .execute();
};

export const deleteCaptions = async (
  tx: Database,
  mediaId: MediaId,
  language: Locale,
): Promise<void> => {
  await tx
    .deleteFrom('media_captions')
    .where('media_id', '=', mediaId)
    .where('language', '=', language)
    .execute();
};

/** Null when there are none in that language. */
export const captionsIn = async (
  db: Database,
  mediaId: MediaId,
  language: Locale,
): Promise<string | null> => {
  const row = await db
    .selectFrom('media_captions')
    .select('vtt')
    .where('media_id', '=', mediaId)
    .where('language', '=', language)
    .executeTakeFirst();
  return row?.vtt ?? null;
};
