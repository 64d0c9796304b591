// Whose data was kept for its time after the removal of their account, in the database.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { notPostponed } from '../../../platform/failing-items/store.ts';
import { isAccountUnderLegalHold } from '../../access/index.ts';

/**
 * Accounts that were removed before, with data of this kind left, without a legal hold, and not
 * postponed after a failure of the job; the longest removed first.
 */
export const listLapsing = async (
  db: Database,
  due: { kind: string; job: string; now: Date; removedBefore: Date; limit: number },
): Promise<ProfileId[]> => {
  const { kind, job, now, removedBefore, limit } = due;
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT p.id FROM users u JOIN profiles p ON p.user_id = u.id
    WHERE u.removed_at < ${removedBefore}::timestamptz
      AND NOT EXISTS (SELECT FROM lapsed_data l WHERE l.profile_id = p.id AND l.kind = ${kind})
      AND NOT ${sql.raw(isAccountUnderLegalHold('p.id'))}
      AND ${notPostponed(job, sql.ref('p.id'), now)}
    ORDER BY u.removed_at, p.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

export const recordLapse = async (
  db: Database,
  profileId: ProfileId,
  kind: string,
  now: Date,
): Promise<void> => {
  await sql`
    INSERT INTO lapsed_data (profile_id, kind, lapsed_at) VALUES (${profileId}::uuid, ${kind},
      ${now})
    ON CONFLICT DO NOTHING`.execute(db);
};
