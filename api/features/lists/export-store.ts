// What an archive of personal data holds of lists: those of the person, with who is in them.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportListsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('lists/lists.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT l.id, l.name, l.rule, ARRAY(SELECT m.profile_id FROM list_members m
      WHERE m.list_id = l.id ORDER BY m.profile_id) AS "profileIds",
        l.created_at AS "createdAt", l.deleted_at AS "deletedAt"
      FROM lists l WHERE l.owner_id = ${profileId}::uuid AND l.id > ${after}::uuid ORDER BY l.id
        LIMIT ${limit}`.execute(db),
  ),
];
