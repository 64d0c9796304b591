// Limits of fans and what they have spent, in the database.
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { SALE_KINDS } from '@camarim/contract/sales';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { SpendLimitState, SpendLimit } from './rules.ts';

type Row = {
  day: SpendLimit;
  month: SpendLimit;
  nextDay: SpendLimit;
  nextMonth: SpendLimit;
  nextAt: Date | null;
  undoDay: SpendLimit;
  undoMonth: SpendLimit;
  undoUntil: Date | null;
};

/** Null: never set. */
export const loadLimits = async (
  db: Database,
  profileId: ProfileId,
): Promise<SpendLimitState | null> => {
  const { rows } = await sql<Row>`
    SELECT day_centavos AS day, month_centavos AS month, next_day_centavos AS "nextDay",
      next_month_centavos AS "nextMonth", next_at AS "nextAt",
      undo_day_centavos AS "undoDay", undo_month_centavos AS "undoMonth", undo_until AS "undoUntil"
    FROM spend_limits WHERE profile_id = ${profileId}::uuid`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return {
    held: { day: row.day, month: row.month },
    next: row.nextAt && { day: row.nextDay, month: row.nextMonth, at: row.nextAt },
    undo: row.undoUntil && { day: row.undoDay, month: row.undoMonth, until: row.undoUntil },
  };
};

export const saveLimits = async (
  tx: Database,
  profileId: ProfileId,
  { held: { day, month }, next, undo }: SpendLimitState,
  now: Date,
): Promise<void> => {
  await sql`
    INSERT INTO spend_limits (profile_id, day_centavos, month_centavos, next_day_centavos,
      next_month_centavos, next_at, undo_day_centavos, undo_month_centavos, undo_until, updated_at)
    VALUES (${profileId}::uuid, ${day}, ${month}, ${next?.day ?? null}, ${next?.month ?? null},
      ${next?.at ?? null}, ${undo?.day ?? null}, ${undo?.month ?? null}, ${undo?.until ?? null},
      ${now})
    ON CONFLICT (profile_id) DO UPDATE SET day_centavos = excluded.day_centavos,
      month_centavos = excluded.month_centavos, next_day_centavos = excluded.next_day_centavos,
      next_month_centavos = excluded.next_month_centavos, next_at = excluded.next_at,
        undo_day_centavos = excluded.undo_day_centavos,
      undo_month_centavos = excluded.undo_month_centavos, undo_until = excluded.undo_until,
        updated_at = excluded.updated_at`.execute(tx);
};

/**
 * Sales that left the wallet in the day and month of São Paulo; one that was taken back does not
 * count.
 */
export const loadSpent = async (
  db: Database,
  profileId: ProfileId,
  now: Date,
): Promise<{ day: Centavos; month: Centavos }> => {
  const { rows } = await sql<{ day: Centavos; month: Centavos }>`
    WITH period AS (
      SELECT date_trunc('day',
        ${now}::timestamptz AT TIME ZONE 'America/Sao_Paulo') AT TIME ZONE 'America/Sao_Paulo' AS day,
        date_trunc('month',
          ${now}::timestamptz AT TIME ZONE 'America/Sao_Paulo') AT TIME ZONE 'America/Sao_Paulo' AS month
    )
    SELECT coalesce(sum(-e.amount) FILTER (WHERE e.created_at >= p.day), 0)::bigint AS day,
      coalesce(sum(-e.amount), 0)::bigint AS month
    FROM period p, ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id
      JOIN ledger_transfers t ON t.id = e.transfer_id
    WHERE a.owner_profile_id = ${profileId}::uuid AND a.kind = 'wallet' AND e.created_at >= p.month
      AND t.kind = ANY(${SALE_KINDS}::text[])
      AND NOT EXISTS (SELECT FROM ledger_transfers r WHERE r.reverses = t.id)`.execute(db);
  return rows[0] ?? ({ day: 0, month: 0 } as { day: Centavos; month: Centavos });
};

export const deleteLimits = async (db: Database, profileId: ProfileId): Promise<void> => {
  await sql`DELETE FROM spend_limits WHERE profile_id = ${profileId}::uuid`.execute(db);
};
