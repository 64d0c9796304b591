// The versions of the age rules, and the accounts whose age was verified.
import type { ProfileId } from '@camarim/contract/ids';
import type { Database } from '../database/database.ts';
import type { AgeRule, StoredRule } from './rules.ts';

export type SettingsRow = {
  version: number;
  rules: StoredRule[];
  changed_by: ProfileId;
  reason: string;
  created_at: Date;
};

/** Newest first. */
export const listSettings = async (db: Database, limit: number): Promise<SettingsRow[]> => {
  const rows = await db
    .selectFrom('age_settings')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
  return rows as unknown as SettingsRow[];
};

/**
 * Inserts the next version. Of two concurrent changes, the second fails on the version's unique key
 * and may be retried.
 */
export const insertSettings = async (
  tx: Database,
  row: {
    version: number;
    rules: readonly AgeRule[];
    changedBy: ProfileId;
    reason: string;
    now: Date;
  },
): Promise<void> => {
  await tx
    .insertInto('age_settings')
    .values({
      version: row.version,
      rules: JSON.stringify(row.rules),
      changed_by: row.changedBy,
      reason: row.reason,
      created_at: row.now,
    })
    .execute();
};

export const isVerified = async (db: Database, profileId: ProfileId): Promise<boolean> =>
  (await db
    .selectFrom('age_verifications')
    .select('profile_id')
    .where('profile_id', '=', profileId)
    .executeTakeFirst()) !== undefined;

/** Records that a person is an adult. A repeated call changes nothing. */
export const recordVerified = async (
  tx: Database,
  profileId: ProfileId,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('age_verifications')
    .values({ profile_id: profileId, verified_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
