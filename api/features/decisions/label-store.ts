// Decisions about labels of AI in the database.
import type { ProfileId } from '@camarim/contract/ids';
import type { AiChoice } from '@camarim/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export type LabelRow = {
  id: string;
  target_kind: 'media' | 'post';
  target_id: string;
  owner_id: ProfileId;
  /** Null: the decision before was taken back. */
  label: AiChoice | null;
  /** What was decided before; null: nothing. */
  label_before: AiChoice | null;
  reason: string;
  decided_by: ProfileId;
  decided_at: Date;
  overturned_at: Date | null;
};

export const insertLabel = async (
  tx: Database,
  decision: Omit<LabelRow, 'overturned_at'>,
): Promise<void> => {
  await tx.insertInto('ai_decisions').values(decision).execute();
};

/** Locked; null when it is none of this person's. */
export const lockLabel = async (
  tx: Database,
  id: string,
  ownerId: ProfileId,
): Promise<LabelRow | null> => {
  const { rows } = await sql<LabelRow>`
    SELECT * FROM ai_decisions WHERE id = ${id}::uuid AND owner_id = ${ownerId}::uuid
      FOR UPDATE`.execute(tx);
  return rows[0] ?? null;
};

/** Whether no later decision about the same thing has replaced it. */
export const isNewestLabel = async (
  tx: Database,
  { id, target_id: targetId }: Pick<LabelRow, 'id' | 'target_id'>,
): Promise<boolean> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM ai_decisions WHERE target_id = ${targetId}::uuid ORDER BY decided_at DESC,
      id DESC LIMIT 1`.execute(tx);
  return rows[0]?.id === id;
};

export const markOverturned = async (tx: Database, id: string, now: Date): Promise<void> => {
  await tx.updateTable('ai_decisions').set({ overturned_at: now }).where('id', '=', id).execute();
};
