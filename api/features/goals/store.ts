// Goals in the database.
import type { GoalId, ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export type GoalRow = {
  id: GoalId;
  producerId: ProfileId;
  title: string;
  value: Centavos;
  balance: Centavos;
  reachedAt: Date | null;
  createdAt: Date;
};

const ROW = sql`id, producer_id AS "producerId", title, value_centavos AS value,
  balance_centavos AS balance, reached_at AS "reachedAt", created_at AS "createdAt"`;

export const listGoals = async (
  db: Database,
  producerId: ProfileId,
  { limit, offset }: { limit: number; offset: number },
): Promise<GoalRow[]> => {
  const { rows } = await sql<GoalRow>`
    SELECT ${ROW} FROM goals WHERE producer_id = ${producerId}::uuid AND deleted_at IS NULL
    ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

/** Null when it does not exist or was deleted. */
export const loadGoal = async (db: Database, id: GoalId): Promise<GoalRow | null> => {
  const { rows } = await sql<GoalRow>`SELECT ${ROW} FROM goals WHERE id = ${id}::uuid
      AND deleted_at IS NULL`.execute(db);
  return rows[0] ?? null;
};

export type NewGoal = {
  id: GoalId;
  producerId: ProfileId;
  title: string;
  value: Centavos;
  now: Date;
};

/**
 * Null when the producer has as many as allowed. The profile's row is locked, so that concurrent
 * calls can't both take the last place.
 */
export const insertGoal = async (
  tx: Database,
  goal: NewGoal,
  max: number,
): Promise<GoalRow | null> => {
  const { id, producerId, title, value, now } = goal;
  await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', producerId)
    .forNoKeyUpdate()
    .execute();
  const { rows } = await sql<GoalRow>`
    INSERT INTO goals (id, producer_id, title, value_centavos, created_at)
    SELECT ${id}::uuid, ${producerId}::uuid, ${title}::text, ${value}::bigint, ${now}::timestamptz
    WHERE (SELECT count(*) FROM goals WHERE producer_id = ${producerId}::uuid
      AND deleted_at IS NULL) < ${max}
    RETURNING ${ROW}`.execute(tx);
  return rows[0] ?? null;
};

export const markGoalDeleted = async (db: Database, id: GoalId, now: Date): Promise<void> => {
  await db.updateTable('goals').set({ deleted_at: now }).where('id', '=', id).execute();
};

/**
 * Adds to a goal; `justReached` for the tip that fills it. A goal that was deleted after the tip
 * began still counts.
 */
export const addToGoal = async (
  tx: Database,
  id: GoalId,
  amount: Centavos,
  now: Date,
): Promise<GoalRow & { justReached: boolean }> => {
  const { rows } = await sql<GoalRow & { justReached: boolean }>`
    UPDATE goals SET balance_centavos = balance_centavos + ${amount}::bigint,
      reached_at = CASE WHEN balance_centavos + ${amount}::bigint >= value_centavos THEN coalesce(reached_at,
        ${now}::timestamptz) ELSE reached_at END
    WHERE id = ${id}::uuid
    RETURNING ${ROW}, balance_centavos >= value_centavos
      AND balance_centavos - ${amount}::bigint < value_centavos AS "justReached"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`there is no goal ${id}`);
  return row;
};

/** The tips among these transfers that went to goals, with their amounts. */
export const goalTips = async (
  tx: Database,
  transferIds: readonly TransferId[],
): Promise<{ goalId: GoalId; amount: Centavos }[]> => {
  const { rows } = await sql<{ goalId: GoalId; amount: Centavos }>`
    SELECT t.reference_id AS "goalId", -sum(e.amount)::bigint AS amount FROM ledger_transfers t
    JOIN ledger_entries e ON e.transfer_id = t.id JOIN ledger_accounts a ON a.id = e.account_id
      AND a.kind = 'wallet'
    WHERE t.id = ANY(${transferIds}::uuid[]) AND t.kind = 'tip' AND t.reference_type = 'goal'
      GROUP BY t.id, t.reference_id ORDER BY t.reference_id`.execute(tx);
  return rows;
};

/** Deletes all goals of a producer. */
export const markAllDeleted = async (
  db: Database,
  producerId: ProfileId,
  now: Date,
): Promise<void> => {
  await db
    .updateTable('goals')
    .set({ deleted_at: now })
    .where('producer_id', '=', producerId)
    .where('deleted_at', 'is', null)
    .execute();
};
