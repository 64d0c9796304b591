// Payer data for boletos in the database, sealed.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../../platform/database/database.ts';

export const findBillData = async (db: Database, profileId: ProfileId): Promise<Buffer | null> => {
  const { rows } = await sql<{
    sealed: Buffer;
  }>`SELECT sealed FROM bill_data WHERE profile_id = ${profileId}`.execute(db);
  return rows[0]?.sealed ?? null;
};

export const saveBillData = async (
  db: Database,
  profileId: ProfileId,
  sealed: Buffer,
  at: Date,
): Promise<void> => {
  await sql`
    INSERT INTO bill_data (profile_id, sealed, accepted_at) VALUES (${profileId}, ${sealed}, ${at})
    ON CONFLICT (profile_id) DO UPDATE SET sealed = excluded.sealed,
      accepted_at = excluded.accepted_at`.execute(db);
};

export const deleteBillData = async (db: Database, profileId: ProfileId): Promise<void> =>
  void (await sql`DELETE FROM bill_data WHERE profile_id = ${profileId}`.execute(db));
