// How many accounts were opened, by day of São Paulo.
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../platform/database/database.ts';

/** Days without any are left out. Both days are included. */
export const membersByDay = async (
  db: Kysely<DB>,
  { from, to }: { from: string; to: string },
): Promise<{ day: string; count: number }[]> => {
  const { rows } = await sql<{ day: string; count: number }>`
    SELECT (created_at AT TIME ZONE 'America/Sao_Paulo')::date::text AS day, count(*)::int AS count FROM users
    WHERE created_at >= ${from}::date::timestamp AT TIME ZONE 'America/Sao_Paulo'
      AND created_at < (${to}::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo'
    GROUP BY 1`.execute(db);
  return rows;
};
