// Monthly packs in the database.
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export type PackRow = {
  id: string;
  month: string;
  state: 'queued' | 'ready' | 'failed';
  requestedAt: Date;
  readyAt: Date | null;
  bytes: number | null;
  /** Hexadecimal. */
  sha256: string | null;
};

const COLUMNS = sql`id, month, state, requested_at AS "requestedAt", ready_at AS "readyAt",
  bytes::float8 AS bytes, encode(sha256, 'hex') AS sha256`;

/** Null when the month's pack is being made: a unique index decides. */
export const insertPack = async (
  tx: Database,
  { id, month, now }: { id: string; month: string; now: Date },
): Promise<PackRow | null> => {
  const { rows } = await sql<PackRow>`
    INSERT INTO monthly_packs (id, month, requested_at) VALUES (${id}, ${month}, ${now})
    ON CONFLICT (month) WHERE state = 'queued' DO NOTHING RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
};

export const listPacks = async (
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<PackRow[]> =>
  (
    await sql<PackRow>`SELECT ${COLUMNS} FROM monthly_packs ORDER BY id DESC
      LIMIT ${limit} OFFSET ${offset}`.execute(db)
  ).rows;

export const findPack = async (db: Database, id: string): Promise<PackRow | null> =>
  (await sql<PackRow>`SELECT ${COLUMNS} FROM monthly_packs WHERE id = ${id}::uuid`.execute(db))
    .rows[0] ?? null;

export const markReady = async (
  tx: Database,
  id: string,
  { bytes, sha256, now }: { bytes: number; sha256: string; now: Date },
): Promise<void> => {
  await sql`
    UPDATE monthly_packs SET state = 'ready', bytes = ${bytes}, sha256 = decode(${sha256}, 'hex'),
      ready_at = ${now}
    WHERE id = ${id}::uuid AND state = 'queued'`.execute(tx);
};

/** Packs that never became ready, so that they can be requested again. */
export const failStale = async (db: Database, requestedBefore: Date): Promise<void> => {
  await sql`UPDATE monthly_packs SET state = 'failed' WHERE state = 'queued'
    AND requested_at < ${requestedBefore}`.execute(db);
};
