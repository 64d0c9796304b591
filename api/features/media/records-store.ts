// Hashes of pictures and files that were blocked, for the monthly pack.
import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import { type ArchiveFile, csvFile } from '../../platform/archive/archive.ts';
import type { Span } from '../../platform/database/figures.ts';

const COLUMNS = ['id', 'mediaId', 'pdq', 'sha256', 'blockedAt'] as const;
type BlockRecord = Record<(typeof COLUMNS)[number], unknown> & { id: string };

export const mediaRecords = ({ db }: Ctx, { from, to }: Span): ArchiveFile[] => [
  csvFile<BlockRecord>('records/blocked-hashes.csv', COLUMNS, (after, limit) =>
    sql<BlockRecord>`
      SELECT id, media_id AS "mediaId", pdq::text AS pdq,
        encode(sha256, 'hex') AS sha256, created_at AS "blockedAt"
      FROM blocked_pictures WHERE id > ${after}::uuid AND created_at >= ${from}
        AND created_at < ${to}
      ORDER BY id LIMIT ${limit}`.execute(db),
  ),
];
