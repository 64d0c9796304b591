// From which addresses accounts were used, and when: kept for six months, also after the account
// was removed.
import type { SessionId, UserId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { isAccountUnderLegalHold } from '../../access/index.ts';

/** Extends the session’s record for this IP address, or starts one for a new address. */
export const recordAccess = async (
  tx: Database,
  {
    sessionId,
    userId,
    address,
    port,
    now,
  }: { sessionId: SessionId; userId: UserId; address: string; port: number | null; now: Date },
): Promise<void> => {
  await sql`
    INSERT INTO access_records (session_id, user_id, address, port, first_at, last_at)
    VALUES (${sessionId}::uuid, ${userId}::uuid, ${address}::inet, ${port}::integer, ${now}, ${now})
    ON CONFLICT (session_id, address) DO UPDATE SET last_at = excluded.last_at`.execute(tx);
};

/** Deletes old records, except those of accounts under a legal hold. */
export const deleteAccessRecordsBefore = async (db: Database, before: Date): Promise<void> => {
  await sql`
    DELETE FROM access_records a WHERE a.last_at < ${before}
      AND NOT EXISTS (SELECT FROM profiles p WHERE p.user_id = a.user_id
        AND ${sql.raw(isAccountUnderLegalHold('p.id'))})`.execute(db);
};
