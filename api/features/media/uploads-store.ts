// Upload grants by which something may still be stored, in the database.
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { lockName, type Transaction } from '../../platform/database/transaction.ts';

export type NewUpload = {
  key: string;
  ownerId: ProfileId;
  bytes: number;
  /** The owner said how many bytes it has; otherwise it is the most it may have. */
  declared: boolean;
  /** Sent in parts; otherwise by a form, which can be sent again until it expires. */
  inParts: boolean;
  now: Date;
};

/**
 * Counts the upload against its owner; false when all of the owner's together would have more than
 * `mostBytes`.
 */
export const reserveUpload = async (
  tx: Transaction,
  { key, ownerId, bytes, declared, inParts, now }: NewUpload,
  mostBytes: number,
): Promise<boolean> => {
  // Serialised per owner, or two concurrent grants would each fit into the quota.
  await lockName(tx, `uploads ${ownerId}`);
  const { rows } = await sql<{
    bytes: number;
  }>`SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM uploads
    WHERE owner_id = ${ownerId}`.execute(tx);
  if ((rows[0]?.bytes ?? 0) + bytes > mostBytes) return false;
  await tx
    .insertInto('uploads')
    .values({ key, owner_id: ownerId, bytes, declared, in_parts: inParts, created_at: now })
    .execute();
  return true;
};

/**
 * Bytes that the upload's owner declared; null when they declared none, or it no longer counts.
 */
export const declaredBytesOf = async (db: Database, key: string): Promise<number | null> => {
  const row = await db
    .selectFrom('uploads')
    .select('bytes')
    .where('key', '=', key)
    .where('declared', '=', true)
    .executeTakeFirst();
  return row?.bytes ?? null;
};

/** The upload no longer counts against the quota. */
export const releaseUpload = async (db: Database, key: string): Promise<void> => {
  await db.deleteFrom('uploads').where('key', '=', key).execute();
};

/** The same for one in parts, to which nothing more can be sent. */
export const releaseParts = async (db: Database, key: string): Promise<void> => {
  await db.deleteFrom('uploads').where('key', '=', key).where('in_parts', '=', true).execute();
};
