// Notes of the team in the database.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Position } from '../../platform/http/cursor.ts';

export type NoteRow = { id: string; author_id: ProfileId; text: string; created_at: Date };

export const listNotes = async (
  db: Database,
  profileId: ProfileId,
  { limit, after }: { limit: number; after: Position<string> | null },
): Promise<NoteRow[]> => {
  const beyond = after
    ? sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<NoteRow>`
    SELECT id, author_id, text, created_at FROM staff_notes WHERE profile_id = ${profileId}::uuid
      AND ${beyond} ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(db);
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
