// SQL of notes, one per writer and profile.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Requester } from '../../platform/http/viewer.ts';
import { keepHeldCopies } from '../access/index.ts';
import { isHidden, nameContains, requesterRow } from '../profiles/index.ts';
import { contains } from '../../platform/database/contains.ts';

export type NoteRow = { profile_id: ProfileId; raw: string; created_at: Date; updated_at: Date };

/** The writer, and the profile that the note is about. */
export type NotePair = { writerId: ProfileId; profileId: ProfileId };

const COLUMNS = ['profile_id', 'raw', 'created_at', 'updated_at'] as const;

export const findNote = async (
  db: Database,
  { writerId, profileId }: NotePair,
): Promise<NoteRow | null> => {
  const row = await db
    .selectFrom('profile_notes')
    .select(COLUMNS)
    .where('writer_id', '=', writerId)
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return (row as NoteRow | undefined) ?? null;
};

/** Notes of accounts under a legal hold stay as copies when they are replaced or deleted. */
const keepNote = (db: Database, { writerId, profileId }: NotePair): Promise<void> =>
  keepHeldCopies(
    db,
    'note',
    sql`t.writer_id = ${writerId}::uuid AND t.profile_id = ${profileId}::uuid`,
  );

/** Inserts or replaces the note. */
export const saveNote = async (
  db: Database,
  { writerId, profileId }: NotePair,
  raw: string,
  now: Date,
): Promise<NoteRow> => {
  await keepNote(db, { writerId, profileId });
  const row = await db
    .insertInto('profile_notes')
    .values({ writer_id: writerId, profile_id: profileId, raw, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['writer_id', 'profile_id']).doUpdateSet({ raw, updated_at: now }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return row as NoteRow;
};

export const deleteNote = async (
  db: Database,
  { writerId, profileId }: NotePair,
): Promise<void> => {
  await keepNote(db, { writerId, profileId });
  await db
    .deleteFrom('profile_notes')
    .where('writer_id', '=', writerId)
    .where('profile_id', '=', profileId)
    .execute();
};

/** Notes by the profile and about it. */
export const deleteNotesOf = async (db: Database, id: ProfileId): Promise<void> => {
  await keepHeldCopies(db, 'note', sql`t.profile_id = ${id}::uuid`);
  await db
    .deleteFrom('profile_notes')
    .where((eb) => eb.or([eb('writer_id', '=', id), eb('profile_id', '=', id)]))
    .execute();
};

export type NoteFilter = { search: string | null; limit: number; offset: number };

/** The requester's notes, last changed first, without those about hidden profiles. */
export const listNotes = async (
  db: Database,
  requester: Requester,
  { search, limit, offset }: NoteFilter,
): Promise<NoteRow[]> => {
  const { rows } = await sql<NoteRow>`
    SELECT n.profile_id, n.raw, n.created_at, n.updated_at
    FROM profile_notes n JOIN profiles p ON p.id = n.profile_id
      CROSS JOIN ${requesterRow(requester)}
    WHERE n.writer_id = v.id AND NOT ${isHidden('p.id')}
      AND (${contains('n.raw', search)} OR ${nameContains(search)})
    ORDER BY n.updated_at DESC, n.profile_id
    LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};
