// Notes of the team in the database.
import type { ProfileId, UserId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export type NoteRow = { id: string; author_id: ProfileId; text: string; created_at: Date };

/** Null for no account, or a removed one. */
export const profileOf = async (db: Database, userId: UserId): Promise<ProfileId | null> => {
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT p.id FROM profiles p JOIN users u ON u.id = p.user_id WHERE u.id = ${userId}::uuid
      AND u.removed_at IS NULL`.execute(db);
  return rows[0]?.id ?? null;
};

export const listNotes = async (
  db: Database,
  profileId: ProfileId,
  { limit, offset }: { limit: number; offset: number },
): Promise<NoteRow[]> => {
  const { rows } = await sql<NoteRow>`
    SELECT id, author_id, text, created_at FROM staff_notes WHERE profile_id = ${profileId}::uuid
      ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

export const insertNote = async (
  tx: Database,
  note: { id: string; profileId: ProfileId; authorId: ProfileId; text: string; now: Date },
): Promise<void> => {
  await sql`
    INSERT INTO staff_notes (id, profile_id, author_id, text, created_at)
    VALUES (${note.id}::uuid, ${note.profileId}::uuid, ${note.authorId}::uuid, ${note.text},
      ${note.now})`.execute(tx);
};

export const deleteNotesOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await sql`DELETE FROM staff_notes WHERE profile_id = ${profileId}::uuid`.execute(db);
};
