// SQL of second factors, and of the last step-up of a session.
import type { SessionId, UserId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** Replaces an unconfirmed secret; false when a confirmed one exists. */
export const upsertTotpSecret = async (
  tx: Database,
  userId: UserId,
  sealed: Buffer,
  now: Date,
): Promise<boolean> => {
  const row = await tx
    .insertInto('totp_secrets')
    .values({ user_id: userId, sealed, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed, created_at: now, last_step: 0 })
        .where('totp_secrets.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
};

export const loadTotpSecret = async (
  db: Database,
  userId: UserId,
  confirmed: boolean,
): Promise<Buffer | null> =>
  (
    await db
      .selectFrom('totp_secrets')
      .select('sealed')
      .where('user_id', '=', userId)
      .where('confirmed_at', confirmed ? 'is not' : 'is', null)
      .executeTakeFirst()
  )?.sealed ?? null;

/** Records a time step as used; false when it, or a later one, was used before. */
export const consumeTotpStep = async (
  tx: Database,
  userId: UserId,
  step: number,
  now: Date,
): Promise<boolean> => {
  const row = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step, confirmed_at: sql<Date>`coalesce(confirmed_at, ${now}::timestamptz)` })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
};

export const deleteTotp = async (tx: Database, userId: UserId): Promise<void> => {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute();
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
};

export const replaceRecoveryCodes = async (
  tx: Database,
  userId: UserId,
  hashes: readonly Buffer[],
): Promise<void> => {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
};

/** Consumes a recovery code; false when there is no such code. */
export const deleteRecoveryCode = async (
  tx: Database,
  userId: UserId,
  hash: Buffer,
): Promise<boolean> =>
  (await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst()) !== undefined;

export type PasskeyRow = {
  id: string;
  name: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  created_at: Date;
  last_used_at: Date | null;
};

export const listPasskeys = async (db: Database, userId: UserId): Promise<PasskeyRow[]> =>
  (await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'public_key', 'counter', 'transports', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()) as unknown as PasskeyRow[];

export type NewPasskey = {
  id: string;
  userId: UserId;
  name: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  now: Date;
};

/** False when the passkey is registered already. */
export const insertPasskey = async (
  tx: Database,
  { id, userId, name, publicKey, counter, transports, now }: NewPasskey,
): Promise<boolean> => {
  const row = await tx
    .insertInto('passkeys')
    .values({
      id,
      user_id: userId,
      name,
      public_key: publicKey,
      counter,
      transports,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export const recordPasskeyUse = async (
  tx: Database,
  id: string,
  counter: number,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .execute();
};

export const deletePasskey = async (tx: Database, userId: UserId, id: string): Promise<boolean> =>
  (await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined;

export type FactorCounts = {
  totp: boolean;
  recoveryCodes: number;
  passkeys: number;
  admin: boolean;
};

/** Locks the account, so that concurrent removals run one after the other. */
export const lockFactors = async (tx: Database, userId: UserId): Promise<FactorCounts> => {
  await sql`SELECT FROM users WHERE id = ${userId}::uuid FOR UPDATE`.execute(tx);
  return countFactors(tx, userId);
};

export const countFactors = async (db: Database, userId: UserId): Promise<FactorCounts> => {
  const { rows } = await sql<{ totp: boolean; codes: string; passkeys: string; admin: boolean }>`
    SELECT EXISTS (SELECT FROM totp_secrets WHERE user_id = u.id
      AND confirmed_at IS NOT NULL) AS totp,
      (SELECT count(*) FROM recovery_codes WHERE user_id = u.id) AS codes, (SELECT count(*)
        FROM passkeys WHERE user_id = u.id) AS passkeys, u.staff_role IS NOT NULL AS admin
    FROM users u WHERE u.id = ${userId}::uuid`.execute(db);
  const [row] = rows;
  return {
    totp: row?.totp ?? false,
    recoveryCodes: Number(row?.codes ?? 0),
    passkeys: Number(row?.passkeys ?? 0),
    admin: row?.admin ?? false,
  };
};

export const recordProof = async (
  tx: Database,
  sessionId: SessionId,
  secondFactor: boolean,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('sessions')
    .set({ proved_at: now, ...(secondFactor && { second_factor: true }) })
    .where('id', '=', sessionId)
    .execute();
};

export const loadProof = async (
  db: Database,
  sessionId: SessionId,
): Promise<{ provedAt: Date | null; secondFactor: boolean }> => {
  const row = await db
    .selectFrom('sessions')
    .select(['proved_at', 'second_factor'])
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return {
    provedAt: (row?.proved_at as Date | null | undefined) ?? null,
    secondFactor: row?.second_factor ?? false,
  };
};
