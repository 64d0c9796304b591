// SQL of welcome messages, one per producer, with media in order.
import type { MediaId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export type WelcomeRow = {
  id: string;
  message: string;
  updated_at: Date;
  /** Since when it is in review. */
  held_at: Date | null;
  media_ids: MediaId[];
};

export const findWelcome = async (
  db: Database,
  profileId: ProfileId,
): Promise<WelcomeRow | null> => {
  const { rows } = await sql<WelcomeRow>`
    SELECT w.id, w.message, w.updated_at, w.held_at,
      ARRAY(SELECT m.media_id FROM welcome_message_medias m WHERE m.welcome_message_id = w.id
        ORDER BY m.position) AS media_ids
    FROM welcome_messages w WHERE w.profile_id = ${profileId}::uuid`.execute(db);
  return rows[0] ?? null;
};

/** Null when there is none any more. */
export const ownerOfWelcome = async (db: Database, id: string): Promise<ProfileId | null> => {
  const { rows } = await sql<{ profile_id: ProfileId }>`
    SELECT profile_id FROM welcome_messages WHERE id = ${id}::uuid`.execute(db);
  return rows[0]?.profile_id ?? null;
};

/** Null: it is no longer in review. */
export const setWelcomeInReview = async (
  tx: Database,
  id: string,
  at: Date | null,
): Promise<void> => {
  await tx.updateTable('welcome_messages').set({ held_at: at }).where('id', '=', id).execute();
};

/** Locks the profile's welcome message for update. */
export const lockWelcome = async (tx: Database, profileId: ProfileId): Promise<void> => {
  await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', profileId)
    .forNoKeyUpdate()
    .execute();
};

/** Writes the message, or changes the one with this id. */
export const saveWelcome = async (
  tx: Database,
  profileId: ProfileId,
  {
    id,
    message,
    mediaIds,
    now,
  }: { id: string; message: string; mediaIds: readonly MediaId[]; now: Date },
): Promise<void> => {
  await tx
    .insertInto('welcome_messages')
    .values({ id, profile_id: profileId, message, updated_at: now })
    .onConflict((on) => on.column('id').doUpdateSet({ message, updated_at: now }))
    .execute();
  await tx.deleteFrom('welcome_message_medias').where('welcome_message_id', '=', id).execute();
  if (mediaIds.length === 0) return;
  await tx
    .insertInto('welcome_message_medias')
    .values(
      mediaIds.map((mediaId, position) => ({
        welcome_message_id: id,
        media_id: mediaId,
        position,
      })),
    )
    .execute();
};

export const deleteWelcome = async (tx: Database, profileId: ProfileId): Promise<void> => {
  await tx.deleteFrom('welcome_messages').where('profile_id', '=', profileId).execute();
};

/** Whether the media is in the profile's own message. */
export const isInWelcomeOf = async (
  db: Database,
  profileId: ProfileId,
  mediaId: MediaId,
): Promise<boolean> => {
  const row = await db
    .selectFrom('welcome_message_medias as m')
    .innerJoin('welcome_messages as w', 'w.id', 'm.welcome_message_id')
    .select('m.media_id')
    .where('m.media_id', '=', mediaId)
    .where('w.profile_id', '=', profileId)
    .executeTakeFirst();
  return row !== undefined;
};
