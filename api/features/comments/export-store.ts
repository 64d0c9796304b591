// What an archive of personal data holds of comments.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportCommentsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('comments/comments.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, post_id AS "postId", text, total_likes AS "totalLikes", created_at AS "createdAt"
      FROM comments WHERE author_id = ${profileId}::uuid AND deleted_at IS NULL
        AND id > ${after}::uuid ORDER BY id LIMIT ${limit}`.execute(db),
  ),
  tableFile('comments/likes.json', (after, limit) =>
    sql<{ id: string }>`SELECT comment_id AS id, created_at AS "createdAt"
      FROM comment_likes WHERE profile_id = ${profileId}::uuid AND comment_id > ${after}::uuid
        ORDER BY comment_id LIMIT ${limit}`.execute(db),
  ),
];
