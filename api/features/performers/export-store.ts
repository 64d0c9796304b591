// What a producer's archive of personal data holds of performers: records without legal data, and
// declarations.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Whom the producer put on record, and whom they declared where. Legal data is the performer's own
 * and not in it.
 */
export const exportPerformersOf = (
  { db }: Pick<Platform, 'db'>,
  profileId: ProfileId,
): ArchiveFile[] => [
  tableFile('posts/performers.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, stage_name AS "stageName", consent, answered_at AS "answeredAt", review, reviewed_at AS "reviewedAt", reason, created_at AS "createdAt"
      FROM performers WHERE producer_id = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id LIMIT ${limit}`.execute(
      db,
    ),
  ),
  tableFile('posts/declarations.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, post_id AS "postId", performer_ids AS "performerIds", declared_at AS "declaredAt"
      FROM post_declarations WHERE declared_by = ${profileId}::uuid AND id > ${after}::uuid ORDER BY id LIMIT ${limit}`.execute(
      db,
    ),
  ),
];
