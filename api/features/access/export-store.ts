// What an archive of personal data holds of access: what the person paid for, and until when.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportAccessOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('purchases/access.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, kind, producer_id AS "producerId", post_id AS "postId", starts_at AS "startsAt",
      expires_at AS "expiresAt"
      FROM access WHERE profile_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
];
