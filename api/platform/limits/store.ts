// Strict limits in the database: one instant per key, at which it is full again.
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Half a microsecond of slack, as in bucket.ts. */
const SLACK_MS = 0.0005;

/**
 * The instant that counts, as in bucket.ts: one further away than the window comes from a clock
 * that was set back.
 */
const currentFullAt = (nowMs: number, most: number) =>
  sql`CASE WHEN l.full_at_ms > ${most}::float8 THEN ${nowMs}::float8 ELSE greatest(l.full_at_ms,
    ${nowMs}::float8) END`;

/**
 * Takes one and answers when the key is full again (milliseconds since 1970); null, without a
 * change, when none is left.
 */
export const takeStored = async (
  db: Database,
  key: Buffer,
  { nowMs, windowMs, costMs }: { nowMs: number; windowMs: number; costMs: number },
): Promise<number | null> => {
  const most = nowMs + windowMs + SLACK_MS;
  const { rows } = await sql<{ full_at_ms: number }>`
    INSERT INTO strict_limits AS l (key_hash, full_at_ms) VALUES (${key}::bytea,
      ${nowMs + costMs}::float8)
    ON CONFLICT (key_hash)
      DO UPDATE SET full_at_ms = ${currentFullAt(nowMs, most)} + ${costMs}::float8
      WHERE ${currentFullAt(nowMs, most)} + ${costMs}::float8 <= ${most}::float8
    RETURNING full_at_ms`.execute(db);
  return rows[0]?.full_at_ms ?? null;
};

export const loadFullAt = async (db: Database, key: Buffer): Promise<number | undefined> =>
  (
    await db
      .selectFrom('strict_limits')
      .select('full_at_ms')
      .where('key_hash', '=', key)
      .executeTakeFirst()
  )?.full_at_ms;

/** Keys that are full again are as good as none. */
export const deleteFullLimits = async (db: Database, nowMs: number): Promise<void> => {
  await db.deleteFrom('strict_limits').where('full_at_ms', '<', nowMs).execute();
};
