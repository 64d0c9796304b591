// Bank accounts in the database, sealed.
import type { BankAccountId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { lockName } from '../../platform/database/transaction.ts';
import { keepHeldCopy } from '../access/index.ts';

export type BankAccountRow = {
  id: BankAccountId;
  profileId: ProfileId;
  sealed: Buffer;
  isDefault: boolean;
  createdAt: Date;
  payableAt: Date;
};

const COLUMNS = sql`id, profile_id AS "profileId", sealed, is_default AS "isDefault",
  created_at AS "createdAt", payable_at AS "payableAt"`;

/** Serialises changes of one producer's accounts; returns how many there are. */
export const lockAccounts = async (tx: Database, profileId: ProfileId): Promise<number> => {
  await lockName(tx, `bank_accounts/${profileId}`);
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM bank_accounts
    WHERE profile_id = ${profileId}::uuid`.execute(tx);
  return rows[0]?.count ?? 0;
};

export type NewBankAccountRow = BankAccountRow & { destinationHash: Buffer };

/** False when the producer has this account already. */
export const insertAccount = async (
  tx: Database,
  { id, profileId, sealed, destinationHash, isDefault, createdAt, payableAt }: NewBankAccountRow,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    INSERT INTO bank_accounts (id, profile_id, sealed, destination_hash, is_default, created_at,
      payable_at)
    VALUES (${id}, ${profileId}, ${sealed}, ${destinationHash}, ${isDefault}, ${createdAt},
      ${payableAt}) ON CONFLICT (profile_id, destination_hash) DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
};

/** The default first, then the newest. */
export const listAccounts = async (
  db: Database,
  profileId: ProfileId,
): Promise<BankAccountRow[]> => {
  const { rows } = await sql<BankAccountRow>`SELECT ${COLUMNS} FROM bank_accounts
      WHERE profile_id = ${profileId}::uuid ORDER BY is_default DESC, created_at DESC,
      id DESC`.execute(db);
  return rows;
};

export const findAccount = async (db: Database, id: string): Promise<BankAccountRow | null> => {
  const { rows } =
    await sql<BankAccountRow>`SELECT ${COLUMNS} FROM bank_accounts WHERE id = ${id}::uuid`.execute(
      db,
    );
  return rows[0] ?? null;
};

/**
 * The account with this id, else the default, locked against deletion until the caller's
 * transaction ends.
 */
export const lockAccount = async (
  tx: Database,
  profileId: ProfileId,
  id: BankAccountId | null,
): Promise<BankAccountRow | null> => {
  const { rows } = await sql<BankAccountRow>`
    SELECT ${COLUMNS} FROM bank_accounts WHERE profile_id = ${profileId}::uuid
      AND CASE WHEN ${id}::uuid IS NULL THEN is_default
      ELSE id = ${id}::uuid END FOR KEY SHARE`.execute(tx);
  return rows[0] ?? null;
};

export const moveDefault = async (
  tx: Database,
  profileId: ProfileId,
  id: BankAccountId,
): Promise<void> => {
  await sql`UPDATE bank_accounts SET is_default = false WHERE profile_id = ${profileId}::uuid
    AND is_default AND id <> ${id}::uuid`.execute(tx);
  await sql`UPDATE bank_accounts SET is_default = true WHERE profile_id = ${profileId}::uuid
    AND id = ${id}::uuid`.execute(tx);
};

export const deleteAccount = async (tx: Database, id: BankAccountId): Promise<void> => {
  await keepHeldCopy(tx, 'bankAccount', id);
  await sql`DELETE FROM bank_accounts WHERE id = ${id}::uuid`.execute(tx);
};

export const deleteAccountsOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await sql`DELETE FROM bank_accounts WHERE profile_id = ${profileId}::uuid`.execute(db);
};
