// When the installation began to decide about people, in the database.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** The instant of the first entry of the audit log; making the first administrator is one. */
export const firstActAt = async (db: Database): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date }>`
    SELECT created_at AS at FROM admin_log ORDER BY id LIMIT 1`.execute(db);
  return rows[0]?.at ?? null;
};
