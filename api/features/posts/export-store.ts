// What an archive of personal data holds of posts: what the person published, liked and
// saved.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportPostsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('posts/posts.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, text, price_centavos AS "priceCentavos", audience, status,
      start_when AS "startWhen", expires_at AS "expiresAt", archived_at AS "archivedAt",
      total_likes AS "totalLikes", total_comments AS "totalComments", ai_declared AS "aiDeclared",
      ai_decided AS "aiDecided", created_at AS "createdAt",
        (SELECT coalesce(array_agg(media_id ORDER BY position), '{}') FROM post_media
          WHERE post_id = posts.id) AS "mediaIds"
      FROM posts WHERE profile_id = ${profileId}::uuid AND deleted_at IS NULL
        AND id > ${after}::uuid ORDER BY id LIMIT ${limit}`.execute(db),
  ),
  tableFile('posts/likes.json', (after, limit) =>
    sql<{ id: string }>`SELECT post_id AS id, created_at AS "createdAt"
      FROM post_likes WHERE profile_id = ${profileId}::uuid AND post_id > ${after}::uuid
        ORDER BY post_id LIMIT ${limit}`.execute(db),
  ),
  tableFile('posts/saved.json', (after, limit) =>
    sql<{ id: string }>`SELECT post_id AS id, created_at AS "createdAt"
      FROM post_saves WHERE profile_id = ${profileId}::uuid AND post_id > ${after}::uuid
        ORDER BY post_id LIMIT ${limit}`.execute(db),
  ),
];
