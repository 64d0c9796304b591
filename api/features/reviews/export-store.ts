// What was decided about a person's content before its publication, in a personal data archive. Of
// frames of shows only refusals, of which their producer knows, and without their cause: others may
// exist only because a show was reported or looks like something taken down.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportReviewsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('reviews/reviews.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, kind, subject_id AS "subjectId",
      CASE WHEN kind <> 'frames' THEN cause END AS cause, state, reason, note, strike,
      created_at AS "createdAt", decided_at AS "decidedAt", restored_at AS "restoredAt"
      FROM content_reviews WHERE producer_id = ${profileId}::uuid AND id > ${after}::uuid
        AND (kind <> 'frames' OR state = 'refused')
        ORDER BY id LIMIT ${limit}`.execute(db),
  ),
];
