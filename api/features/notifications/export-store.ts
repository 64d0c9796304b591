// The notifications in a personal data archive.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportNotificationsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('notifications/notifications.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, type, from_profile_id AS "fromProfileId", post_id AS "postId", amount_centavos AS "amountCentavos", text, created_at AS "createdAt", read_at AS "readAt"
      FROM notifications WHERE profile_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id LIMIT ${limit}`.execute(
      db,
    ),
  ),
];
