// What an archive of personal data holds of collections: those the person made and those they
// bought.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import { type ArchiveFile, tableFile } from '../../platform/archive/archive.ts';
import type { Ctx } from '../../context.ts';

export const exportCollectionsOf = ({ db }: Ctx, profileId: ProfileId): ArchiveFile[] => [
  tableFile('collections/collections.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT id, title, text, price_centavos AS "priceCentavos", created_at AS "createdAt",
      paused_at AS "pausedAt",
        (SELECT coalesce(array_agg(post_id ORDER BY position), '{}') FROM collection_posts
          WHERE collection_id = collections.id) AS "postIds"
      FROM collections WHERE producer_id = ${profileId}::uuid AND deleted_at IS NULL
        AND id > ${after}::uuid ORDER BY id LIMIT ${limit}`.execute(db),
  ),
  tableFile('purchases/collections.json', (after, limit) =>
    sql<{
      id: string;
    }>`SELECT s.transfer_id AS id, s.collection_id AS "collectionId", c.title,
      s.price_centavos AS "priceCentavos", s.created_at AS "createdAt", s.revoked_at AS "revokedAt"
      FROM collection_purchases s JOIN collections c ON c.id = s.collection_id
      WHERE s.buyer_id = ${profileId}::uuid AND s.transfer_id > ${after}::uuid
        ORDER BY s.transfer_id LIMIT ${limit}`.execute(db),
  ),
];
