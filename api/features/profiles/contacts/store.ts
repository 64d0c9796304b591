// SQL of sealed phones and addresses, one row per person.
import type { ProfileId } from '@camarim/contract/ids';
import type { Database } from '../../../platform/database/database.ts';
import { keepHeldCopy } from '../../access/index.ts';

export const loadSealed = async (db: Database, profileId: ProfileId): Promise<Buffer | null> => {
  const row = await db
    .selectFrom('profile_contacts')
    .select('sealed')
    .where('profile_id', '=', profileId)
    .executeTakeFirst();
  return row?.sealed ?? null;
};

export const loadAllSealed = async (
  db: Database,
  profileIds: readonly ProfileId[],
): Promise<Map<ProfileId, Buffer>> => {
  if (profileIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('profile_contacts')
    .select(['profile_id', 'sealed'])
    .where('profile_id', 'in', profileIds)
    .execute();
  return new Map(rows.map(({ profile_id, sealed }) => [profile_id as ProfileId, sealed]));
};

export const saveSealed = async (
  tx: Database,
  profileId: ProfileId,
  sealed: Buffer,
  now: Date,
): Promise<void> => {
  await keepHeldCopy(tx, 'profileContacts', profileId);
  await tx
    .insertInto('profile_contacts')
    .values({ profile_id: profileId, sealed, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('profile_id').doUpdateSet({ sealed, updated_at: now }),
    )
    .execute();
};

export const deleteSealed = async (tx: Database, profileId: ProfileId): Promise<void> => {
  await tx.deleteFrom('profile_contacts').where('profile_id', '=', profileId).execute();
};
