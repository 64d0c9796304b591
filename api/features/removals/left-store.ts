// SQL of media that decisions on removal requests left.
import type { MediaId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { RequestRow } from './store.ts';

/**
 * The media that a decision since then left, or an appeal against it gave back, after a request of
 * the same kind: those about minors are one, withdrawals of each person whose identity was checked
 * another, because each of them has a consent of their own, and all others the last.
 */
export const leftSince = async (
  db: Database,
  mediaIds: readonly MediaId[],
  { ground, performer_id: performerId }: Pick<RequestRow, 'ground' | 'performer_id'>,
  since: Date,
): Promise<MediaId[]> => {
  const { rows } = await sql<{ id: MediaId }>`
    SELECT DISTINCT i.media_id AS id FROM removal_items i
      JOIN removal_requests r ON r.id = i.request_id
    WHERE i.media_id = ANY(${mediaIds}::uuid[]) AND r.decided_at > ${since}
      AND (r.ground = 'minor') = ${ground === 'minor'}
      AND r.performer_id IS NOT DISTINCT FROM ${performerId}::uuid
      AND (NOT i.removed OR EXISTS (SELECT FROM moderation_decisions d WHERE d.origin_id = r.id
        AND d.target_id = i.media_id AND d.restored_at IS NOT NULL))`.execute(db);
  return rows.map((row) => row.id);
};
