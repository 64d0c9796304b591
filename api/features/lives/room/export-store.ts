// What an archive of personal data holds of rooms of shows: what the person said there, and the
// tools and menu of their own rooms.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../../platform/archive/archive.ts';
import type { Ctx } from '../../../context.ts';

export const exportRoomsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('lives/messages.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, live_id AS "liveId", text, amount_centavos AS "tipCentavos",
      item_label AS "menuItem", created_at AS "createdAt", deleted_at AS "deletedAt"
      FROM live_messages WHERE profile_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
  tableFile('lives/menu.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, label, price_centavos AS "priceCentavos", created_at AS "createdAt",
      deleted_at AS "deletedAt"
      FROM live_menu_items WHERE producer_id = ${profileId}::uuid AND id > ${after}::uuid
        ORDER BY id LIMIT ${limit}`.execute(db),
  ),
  tableFile('lives/room-settings.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT producer_id AS id, slow_seconds AS "slowSeconds", audience, updated_at AS "updatedAt"
      FROM live_room_settings WHERE producer_id = ${profileId}::uuid
        AND producer_id > ${after}::uuid LIMIT ${limit}`.execute(db),
  ),
  tableFile('lives/moderators.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT CASE WHEN producer_id = ${profileId}::uuid THEN profile_id ELSE producer_id END AS id,
        CASE WHEN producer_id = ${profileId}::uuid THEN 'myModerator' ELSE 'iModerate' END AS role,
          created_at AS "createdAt"
      FROM live_moderators WHERE ${profileId}::uuid IN (producer_id, profile_id)
        AND CASE WHEN producer_id = ${profileId}::uuid THEN profile_id
          ELSE producer_id END > ${after}::uuid ORDER BY id LIMIT ${limit}`.execute(db),
  ),
  tableFile('lives/restrictions.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, CASE WHEN producer_id = ${profileId}::uuid THEN 'inMyShows'
      ELSE 'aboutMe' END AS role, live_id AS "liveId", kind, until, created_at AS "createdAt"
      FROM live_restrictions WHERE ${profileId}::uuid IN (producer_id, profile_id)
        AND id > ${after}::uuid ORDER BY id LIMIT ${limit}`.execute(db),
  ),
  tableFile('lives/room-acts.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, CASE WHEN actor_id = ${profileId}::uuid THEN 'byMe'
      WHEN producer_id = ${profileId}::uuid THEN 'inMyShows' ELSE 'aboutMe' END AS role,
        live_id AS "liveId", action, message_id AS "messageId", created_at AS "createdAt"
      FROM live_room_acts WHERE ${profileId}::uuid IN (actor_id, producer_id, profile_id)
        AND id > ${after}::uuid ORDER BY id LIMIT ${limit}`.execute(db),
  ),
];
