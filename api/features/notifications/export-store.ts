// What an archive of personal data holds of notifications: they, the preferences, and the browsers
// that get Web Push, without their addresses, which are secrets of push services.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportNotificationsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('notifications/notifications.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, type, from_profile_id AS "fromProfileId", post_id AS "postId",
      amount_centavos AS "amountCentavos", text, created_at AS "createdAt", read_at AS "readAt"
      FROM notifications WHERE profile_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
  tableFile('notifications/settings.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT profile_id AS id, in_app_off AS "inAppOff", email, push, quiet_from AS "quietFrom",
      quiet_until AS "quietUntil", time_zone AS "timeZone", push_details AS details,
      updated_at AS "updatedAt"
      FROM notification_settings WHERE profile_id = ${profileId}::uuid
        AND profile_id > ${after}::uuid ORDER BY profile_id LIMIT ${limit}`.execute(db),
  ),
  tableFile('notifications/devices.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, name, session_id AS "sessionId", created_at AS "createdAt"
      FROM push_devices WHERE profile_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
];
