// What an archive of personal data holds of overlays: addresses and times, no secrets.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportOverlaysOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('overlays/webhook.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, url, created_at AS "createdAt", rotated_at AS "rotatedAt",
      disabled_at AS "disabledAt" FROM webhooks
      WHERE producer_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
  tableFile('overlays/toys.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT producer_id AS id, paired_at AS "pairedAt", toys, levels, items FROM overlay_toys
      WHERE producer_id = ${profileId}::uuid AND producer_id > ${after}::uuid
        LIMIT ${limit}`.execute(db),
  ),
  tableFile('overlays/links.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, label, ending, created_at AS "createdAt", used_at AS "usedAt" FROM overlay_links
      WHERE producer_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id
        LIMIT ${limit}`.execute(db),
  ),
];
