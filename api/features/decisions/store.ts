// Decisions to remove content in the database.
import type { ProfileId } from '@camarim/contract/ids';
import type { RemovalReason } from '@camarim/contract/moderation';
import { sql } from 'kysely';
import type { DB, Database } from '../../platform/database/database.ts';
import { notPostponed } from '../../platform/failing-items/store.ts';
import { isAccountUnderLegalHold } from '../access/index.ts';

export type DecisionTarget = DB['moderation_decisions']['target_kind'];
export type DecisionOrigin = DB['moderation_decisions']['origin'];

export type DecisionRow = {
  id: string;
  target_kind: DecisionTarget;
  target_id: string;
  owner_id: ProfileId;
  origin: DecisionOrigin;
  origin_id: string;
  code: RemovalReason;
  reason: string;
  decided_by: ProfileId;
  decided_at: Date;
  sealed: Buffer | null;
  /** Null: nothing of it is kept. */
  erase_at: Date | null;
  erased_at: Date | null;
  restored_at: Date | null;
  /** An appeal against it waits for an answer. */
  contested: boolean;
};

export const insertDecision = async (
  tx: Database,
  decision: Omit<DecisionRow, 'restored_at' | 'contested'>,
): Promise<void> => {
  await tx.insertInto('moderation_decisions').values(decision).execute();
};

/** Locks the row until the transaction ends; null when there is none. */
export const lockDecision = async (tx: Database, id: string): Promise<DecisionRow | null> => {
  const { rows } = await sql<DecisionRow>`
    SELECT * FROM moderation_decisions WHERE id = ${id}::uuid FOR UPDATE`.execute(tx);
  return rows[0] ?? null;
};

/** Decisions about things of this person that came of a report, request or media. */
export const decisionsFrom = async (
  db: Database,
  originId: string,
  ownerId: ProfileId,
): Promise<DecisionRow[]> => {
  const { rows } = await sql<DecisionRow>`
    SELECT * FROM moderation_decisions WHERE origin_id = ${originId}::uuid
      AND owner_id = ${ownerId}::uuid ORDER BY id`.execute(db);
  return rows;
};

/**
 * SQL that is true when something else hides, or erased, a thing that the decision removed: another
 * decision, a request of a depicted person, or a report. `d` names the decision's row.
 */
export const isHeldByOthers = (d: string): string => `EXISTS (
  SELECT FROM withholdings own JOIN withholdings o ON (o.target_kind, o.target_id) = (own.target_kind, own.target_id) AND o.id <> own.id
  WHERE own.cause = 'decision' AND own.cause_id = ${d}.id
    AND (o.released_at IS NULL OR EXISTS (SELECT FROM moderation_decisions e WHERE e.id = o.cause_id AND e.erased_at IS NOT NULL)))`;

/** How many of these decisions removed what something else still hides, or erased. */
export const countHeldByOthers = async (tx: Database, ids: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ held: number }>`
    SELECT count(*)::int AS held FROM moderation_decisions d WHERE d.id = ANY(${ids}::uuid[])
      AND ${sql.raw(isHeldByOthers('d'))}`.execute(tx);
  return rows[0]?.held ?? 0;
};

const UNDER_LEGAL_HOLD = sql.raw(
  `(${isAccountUnderLegalHold('d.owner_id')} OR EXISTS (SELECT FROM legal_holds h WHERE h.subject_id = d.target_id AND h.released_at IS NULL))`,
);

/** Whether a legal hold keeps what the decision removed. */
export const isUnderLegalHold = async (tx: Database, id: string): Promise<boolean> => {
  const { rows } = await sql<{ held: boolean }>`
    SELECT ${UNDER_LEGAL_HOLD} AS held FROM moderation_decisions d
      WHERE d.id = ${id}::uuid`.execute(tx);
  return rows[0]?.held ?? false;
};

/** Marks this owner's decisions that resulted from one report, request or media. */
export const setContested = async (
  tx: Database,
  { originId, ownerId }: { originId: string; ownerId: ProfileId },
  contested: boolean,
): Promise<void> => {
  await tx
    .updateTable('moderation_decisions')
    .set({ contested })
    .where('origin_id', '=', originId)
    .where('owner_id', '=', ownerId)
    .execute();
};

/** The person's appeals are gone with their account. */
export const endContestsOf = async (tx: Database, ownerId: ProfileId): Promise<void> => {
  await tx
    .updateTable('moderation_decisions')
    .set({ contested: false })
    .where('owner_id', '=', ownerId)
    .where('contested', '=', true)
    .execute();
};

/** Name of the job that erases removed content. */
export const ERASE_JOB = 'decisions.erase';

/** Removed content whose time is over and that neither an appeal nor a legal hold keeps. */
export const dueErasures = async (db: Database, now: Date, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT d.id FROM moderation_decisions d WHERE d.erase_at <= ${now} AND d.erased_at IS NULL
      AND d.restored_at IS NULL AND NOT d.contested AND NOT ${UNDER_LEGAL_HOLD}
      AND ${notPostponed(ERASE_JOB, sql`d.id`, now)} ORDER BY d.erase_at, d.id
      LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

export const markErased = async (tx: Database, id: string, now: Date): Promise<void> => {
  await tx
    .updateTable('moderation_decisions')
    .set({ erased_at: now, sealed: null })
    .where('id', '=', id)
    .execute();
};

export const markRestored = async (
  tx: Database,
  id: string,
  { adminId, now }: { adminId: ProfileId; now: Date },
): Promise<void> => {
  await tx
    .updateTable('moderation_decisions')
    .set({ restored_at: now, restored_by: adminId, sealed: null })
    .where('id', '=', id)
    .execute();
};
