// Toys of producers in the database.
import type { ToyAction } from '@camarim/contract/features/overlays/toys';
import type { MenuItemId } from '@camarim/contract/features/lives/menu';
import type { ProfileId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { ToyReport } from '../../../platform/toys/port.ts';

export type ToyRules = {
  levels: ({ from: Centavos } & ToyAction)[];
  items: ({ itemId: MenuItemId } & ToyAction)[];
};

export type ToyRow = ToyRules & {
  producer_id: ProfileId;
  uid: string | null;
  paired_at: Date | null;
  toys: ToyReport['toys'];
  reachable: boolean;
  last_seq: number;
  queue: string;
  busy_until: Date | null;
};

const COLUMNS = sql`t.producer_id, t.uid, t.paired_at, t.toys, t.reachable, t.levels, t.items,
  t.last_seq::int AS last_seq, t.queue, t.busy_until`;

export const toyOf = async (db: Database, producerId: ProfileId): Promise<ToyRow | null> => {
  const { rows } = await sql<ToyRow>`
    SELECT ${COLUMNS} FROM overlay_toys t WHERE t.producer_id = ${producerId}::uuid`.execute(db);
  return rows[0] ?? null;
};

/** Begins a pairing in place of an earlier one. */
export const beginPairing = async (
  db: Database,
  producerId: ProfileId,
  uid: string,
  queue: string,
): Promise<void> => {
  await sql`
    INSERT INTO overlay_toys (producer_id, pending_uid, queue) VALUES (${producerId}::uuid,
      ${uid}::uuid, ${queue}::uuid)
    ON CONFLICT (producer_id) DO UPDATE SET pending_uid = excluded.pending_uid`.execute(db);
};

/** The producer of a pairing, begun or complete; null when there is none. */
export const producerOfPairing = async (db: Database, uid: string): Promise<ProfileId | null> => {
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT t.producer_id AS id FROM overlay_toys t JOIN profiles p ON p.id = t.producer_id
    WHERE ${uid}::uuid IN (t.uid, t.pending_uid) AND p.producer_stage = 'approved'`.execute(db);
  return rows[0]?.id ?? null;
};

/**
 * What the app of a pairing reports; one that was begun is done by it, and events up to `lastSeq`
 * move nothing. False when the pairing has been disconnected.
 */
export const saveReport = async (
  tx: Database,
  { uid, toys }: ToyReport,
  { lastSeq, now }: { lastSeq: number; now: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    UPDATE overlay_toys SET toys = ${JSON.stringify(toys)}::jsonb, reachable = true,
      paired_at = CASE WHEN uid = ${uid}::uuid THEN paired_at ELSE ${now}::timestamptz END,
      last_seq = CASE WHEN uid = ${uid}::uuid THEN last_seq ELSE ${lastSeq}::bigint END,
      pending_uid = CASE WHEN pending_uid = ${uid}::uuid THEN NULL ELSE pending_uid END,
        uid = ${uid}::uuid
    WHERE ${uid}::uuid IN (uid, pending_uid)`.execute(tx);
  return numAffectedRows === 1n;
};

export const saveRules = async (
  db: Database,
  producerId: ProfileId,
  { levels, items }: ToyRules,
  queue: string,
): Promise<void> => {
  await sql`
    INSERT INTO overlay_toys (producer_id, levels, items, queue)
    VALUES (${producerId}::uuid, ${JSON.stringify(levels)}::jsonb, ${JSON.stringify(items)}::jsonb,
      ${queue}::uuid)
    ON CONFLICT (producer_id) DO UPDATE SET levels = excluded.levels,
      items = excluded.items`.execute(db);
};

/** What waits is dropped. */
export const clearQueue = async (
  db: Database,
  producerId: ProfileId,
  queue: string,
): Promise<void> => {
  await sql`UPDATE overlay_toys SET queue = ${queue}::uuid, busy_until = NULL
    WHERE producer_id = ${producerId}::uuid`.execute(db);
};

/**
 * Removes the toy, what waits for it, and a pairing that was begun. Rules stay. Returns the
 * pairing's uid.
 */
export const deletePairing = async (
  tx: Database,
  producerId: ProfileId,
  queue: string,
): Promise<string | null> => {
  const { rows } = await sql<{ uid: string | null }>`
    UPDATE overlay_toys t SET uid = NULL, pending_uid = NULL, paired_at = NULL, toys = '[]',
      queue = ${queue}::uuid, busy_until = NULL
    FROM (SELECT producer_id, uid FROM overlay_toys WHERE producer_id = ${producerId}::uuid
      FOR NO KEY UPDATE) former
    WHERE t.producer_id = former.producer_id RETURNING former.uid`.execute(tx);
  return rows[0]?.uid ?? null;
};

export const setReachable = async (
  db: Database,
  uid: string,
  reachable: boolean,
): Promise<void> => {
  await sql`UPDATE overlay_toys SET reachable = ${reachable} WHERE uid = ${uid}::uuid
    AND reachable <> ${reachable}`.execute(db);
};

export const deleteToyOf = async (db: Database, producerId: ProfileId): Promise<void> => {
  await sql`DELETE FROM overlay_toys WHERE producer_id = ${producerId}::uuid`.execute(db);
};

/** Producers with paired toys and events that none of them has seen. */
export const toysBehind = async (db: Database): Promise<ProfileId[]> => {
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT t.producer_id AS id FROM overlay_toys t
      JOIN live_event_logs l ON l.producer_id = t.producer_id
    WHERE t.uid IS NOT NULL AND t.last_seq < l.last_seq`.execute(db);
  return rows.map(({ id }) => id);
};

/** The producer's paired toys, locked; null without any. */
export const lockToy = async (tx: Database, producerId: ProfileId): Promise<ToyRow | null> => {
  const { rows } = await sql<ToyRow>`
    SELECT ${COLUMNS} FROM overlay_toys t WHERE t.producer_id = ${producerId}::uuid
      AND t.uid IS NOT NULL FOR NO KEY UPDATE`.execute(tx);
  return rows[0] ?? null;
};

export const setProgress = async (
  tx: Database,
  producerId: ProfileId,
  { lastSeq, busyUntil }: { lastSeq: number; busyUntil: Date | null },
): Promise<void> => {
  await sql`
    UPDATE overlay_toys SET last_seq = ${lastSeq}, busy_until = ${busyUntil}::timestamptz
      WHERE producer_id = ${producerId}::uuid`.execute(tx);
};
