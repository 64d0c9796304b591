// A vault in the archive of personal data: its folders and their media.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportVaultOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('media/folders.json', (after, limit) =>
    sql<{ id: string }>`SELECT id, name, created_at AS "createdAt",
        (SELECT coalesce(array_agg(m.id ORDER BY m.id), '{}') FROM media m
          WHERE m.folder_id = f.id) AS "mediaIds"
      FROM media_folders f WHERE owner_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
];
