// Who appears in shows beside their producers, in the database.
import type { LiveId } from '@camarim/contract/features/lives';
import type { PerformerId, ProfileId } from '@camarim/contract/ids';
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

/** SQL of whether a row of `performers`, named `p`, may appear in a show. */
const MAY_APPEAR = sql.raw(
  `(p.consent = 'given' AND p.review = 'approved' AND ${isGranted('p.id', "'live'")})`,
);

/** Open shows with a performer who no longer consents to shows or is no longer approved. */
export const livesWithoutConsent = async (db: Database): Promise<LiveId[]> => {
  const { rows } = await sql<{ id: LiveId }>`
    SELECT l.id FROM lives l WHERE l.ended_at IS NULL AND EXISTS (
      SELECT FROM live_performers x JOIN performers p ON p.id = x.performer_id
      WHERE x.live_id = l.id AND NOT ${MAY_APPEAR})`.execute(db);
  return rows.map(({ id }) => id);
};

export type ProgramPerformer = { id: PerformerId; stageName: string; mayAppear: boolean };

/** Who is declared to appear in shows that programs of the producer open. */
export const programPerformersOf = async (
  db: Database,
  producerId: ProfileId,
): Promise<ProgramPerformer[]> => {
  const { rows } = await sql<ProgramPerformer>`
    SELECT p.id, p.stage_name AS "stageName", ${MAY_APPEAR} AS "mayAppear"
    FROM live_program_performers x JOIN performers p ON p.id = x.performer_id
    WHERE x.producer_id = ${producerId}::uuid ORDER BY p.stage_name, p.id`.execute(db);
  return rows;
};

/** Replaces them. */
export const setProgramPerformers = async (
  tx: Database,
  producerId: ProfileId,
  performerIds: readonly PerformerId[],
): Promise<void> => {
  await sql`DELETE FROM live_program_performers WHERE producer_id = ${producerId}::uuid
    AND performer_id <> ALL(${performerIds}::uuid[])`.execute(tx);
  await sql`
    INSERT INTO live_program_performers (producer_id, performer_id) SELECT ${producerId}::uuid,
      unnest(${performerIds}::uuid[]) ON CONFLICT DO NOTHING`.execute(tx);
};
