// The lock of a payer's wallet, for checks that concurrent payments must not pass together.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** Serialises the payments of one person until the end of the transaction. */
export const lockWallet = async (tx: Database, profileId: ProfileId): Promise<void> => {
  await sql`SELECT id FROM ledger_accounts WHERE owner_profile_id = ${profileId}::uuid
    AND kind = 'wallet' FOR NO KEY UPDATE`.execute(tx);
};

/** Whether this key of the ledger was posted. */
export const isPosted = async (tx: Database, ledgerKey: string): Promise<boolean> =>
  (await tx
    .selectFrom('ledger_transfers')
    .select('id')
    .where('idempotency_key', '=', ledgerKey)
    .executeTakeFirst()) !== undefined;
