// The notes that a person wrote, in a personal data archive.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportNotesOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('profiles/notes.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT profile_id AS id, raw AS text, created_at AS "createdAt", updated_at AS "updatedAt"
      FROM profile_notes WHERE writer_id = ${profileId}::uuid AND profile_id > ${after}::uuid
        ORDER BY profile_id LIMIT ${limit}`.execute(db),
  ),
];
