// Who appears in shows beside their producers, in the database.
import type { LiveId } from '@camarim/contract/features/lives';
import type { PerformerId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isGranted } from '../verifications/index.ts';

export const insertPerformers = async (
  tx: Database,
  liveId: LiveId,
  performerIds: readonly PerformerId[],
): Promise<void> => {
  if (performerIds.length === 0) return;
  await sql`
    INSERT INTO live_performers (live_id, performer_id) SELECT ${liveId}::uuid,
      unnest(${performerIds}::uuid[])`.execute(tx);
};

/** Open shows with a performer who no longer consents to shows or is no longer approved. */
export const livesWithoutConsent = async (db: Database): Promise<LiveId[]> => {
  const { rows } = await sql<{ id: LiveId }>`
    SELECT l.id FROM lives l WHERE l.ended_at IS NULL AND EXISTS (
      SELECT FROM live_performers x JOIN performers p ON p.id = x.performer_id
      WHERE x.live_id = l.id AND NOT (p.consent = 'given' AND p.review = 'approved'
        AND ${sql.raw(isGranted('p.id', "'live'"))}))`.execute(db);
  return rows.map(({ id }) => id);
};
