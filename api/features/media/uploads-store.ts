// Upload grants that are not attached yet, in the database.
import type { ProfileId } from '@camarim/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../platform/database/database.ts';
import type { Transaction } from '../../platform/database/transaction.ts';

export type NewUpload = {
  key: string;
  ownerId: ProfileId;
  bytes: number;
  /** The owner said how many bytes it has; otherwise it is the most it may have. */
  declared: boolean;
  now: Date;
};

/**
 * Counts the upload against its owner; false when all of the owner's together would have more than
 * `mostBytes`.
 */
export const reserveUpload = async (
  tx: Transaction,
  { key, ownerId, bytes, declared, now }: NewUpload,
  mostBytes: number,
): Promise<boolean> => {
  // Serialised per owner, or two concurrent grants would each fit into the quota.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`uploads ${ownerId}`}, 0))`.execute(tx);
  const { rows } = await sql<{
    bytes: number;
  }>`SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM uploads WHERE owner_id = ${ownerId}`.execute(
    tx,
  );
  if ((rows[0]?.bytes ?? 0) + bytes > mostBytes) return false;
  await tx
    .insertInto('uploads')
    .values({ key, owner_id: ownerId, bytes, declared, created_at: now })
    .execute();
  return true;
};

/**
 * Bytes that the upload's owner declared; null when they declared none, or it was attached before.
 */
export const declaredBytesOf = async (db: Kysely<DB>, key: string): Promise<number | null> => {
  const row = await db
    .selectFrom('uploads')
    .select('bytes')
    .where('key', '=', key)
    .where('declared', '=', true)
    .executeTakeFirst();
  return row?.bytes ?? null;
};

/** The uploads no longer count against the quota. */
export const releaseUploads = async (db: Kysely<DB>, keys: readonly string[]): Promise<void> => {
  if (keys.length > 0) await db.deleteFrom('uploads').where('key', 'in', keys).execute();
};
