// Ingest keys in the database: their hashes, never the keys.
import type { LiveId } from '@camarim/contract/features/lives';
import type { IngestKeyId } from '@camarim/contract/features/lives/ingest';
import type { PeerId } from '@camarim/contract/features/lives/media';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

export type IngestKeyRow = {
  id: IngestKeyId;
  producer_id: ProfileId;
  label: string;
  ending: string;
  live_id: LiveId | null;
  peer_id: PeerId | null;
  created_at: Date;
  used_at: Date | null;
  /** Nothing is accepted from it until then. */
  held_until: Date | null;
};

const COLUMNS = sql`k.id, k.producer_id, k.label, k.ending, k.live_id, k.peer_id, k.created_at,
  k.used_at, k.held_until`;

export const ingestKeysOf = async (
  db: Database,
  producerId: ProfileId,
): Promise<IngestKeyRow[]> => {
  const { rows } = await sql<IngestKeyRow>`
    SELECT ${COLUMNS} FROM live_ingest_keys k WHERE k.producer_id = ${producerId}::uuid
      ORDER BY k.id DESC`.execute(db);
  return rows;
};

export type NewIngestKey = {
  id: IngestKeyId;
  producerId: ProfileId;
  label: string;
  hash: Buffer;
  ending: string;
  now: Date;
};

/** False when the producer has as many as allowed. */
export const insertIngestKey = async (
  tx: Database,
  { id, producerId, label, hash, ending, now }: NewIngestKey,
  most: number,
): Promise<boolean> => {
  await sql`SELECT FROM profiles WHERE id = ${producerId}::uuid FOR NO KEY UPDATE`.execute(tx);
  const { numAffectedRows } = await sql`
    INSERT INTO live_ingest_keys (id, producer_id, label, key_hash, ending, created_at)
    SELECT ${id}::uuid, ${producerId}::uuid, ${label}, ${hash}, ${ending}, ${now}
    WHERE (SELECT count(*) FROM live_ingest_keys
      WHERE producer_id = ${producerId}::uuid) < ${most}`.execute(tx);
  return numAffectedRows === 1n;
};

/** The key of a producer who may broadcast; null for every other text. */
export const ingestKeyByHash = async (db: Database, hash: Buffer): Promise<IngestKeyRow | null> => {
  const { rows } = await sql<IngestKeyRow>`
    SELECT ${COLUMNS} FROM live_ingest_keys k JOIN profiles p ON p.id = k.producer_id
    WHERE k.key_hash = ${hash} AND p.producer_stage = 'approved'`.execute(db);
  return rows[0] ?? null;
};

/**
 * Remembers the connection that was made with the key. False when it was revoked since it was
 * found.
 */
export const markIngestKeyUsed = async (
  db: Database,
  id: IngestKeyId,
  { liveId, peer, now }: { liveId: LiveId; peer: PeerId; now: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    UPDATE live_ingest_keys SET live_id = ${liveId}::uuid, peer_id = ${peer}::uuid, used_at = ${now}
      WHERE id = ${id}::uuid`.execute(db);
  return numAffectedRows === 1n;
};

/** Keys that sent the show are refused until then. */
export const holdIngestKeysOf = async (
  tx: Database,
  liveId: LiveId,
  until: Date,
): Promise<void> => {
  await sql`UPDATE live_ingest_keys SET held_until = ${until}
    WHERE live_id = ${liveId}::uuid`.execute(tx);
};

/** Whether the key is refused; if so, it is until then. */
export const prolongHold = async (
  db: Database,
  id: IngestKeyId,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    UPDATE live_ingest_keys SET held_until = ${until} WHERE id = ${id}::uuid
      AND held_until > ${now}`.execute(db);
  return numAffectedRows === 1n;
};

/** False when it was another person's or not there. */
export const endHold = async (
  db: Database,
  id: IngestKeyId,
  producerId: ProfileId,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    UPDATE live_ingest_keys SET held_until = NULL WHERE id = ${id}::uuid
      AND producer_id = ${producerId}::uuid`.execute(db);
  return numAffectedRows === 1n;
};

/** Accepts all keys of the producer again. */
export const endHoldsOf = async (tx: Database, producerId: ProfileId): Promise<void> => {
  await sql`UPDATE live_ingest_keys SET held_until = NULL
    WHERE producer_id = ${producerId}::uuid`.execute(tx);
};

/** The deleted key; null when it was another person's or not there. */
export const deleteIngestKey = async (
  db: Database,
  id: IngestKeyId,
  producerId: ProfileId,
): Promise<IngestKeyRow | null> => {
  const { rows } = await sql<IngestKeyRow>`
    DELETE FROM live_ingest_keys k WHERE k.id = ${id}::uuid AND k.producer_id = ${producerId}::uuid
      RETURNING ${COLUMNS}`.execute(db);
  return rows[0] ?? null;
};

export const deleteIngestKeysOf = async (db: Database, producerId: ProfileId): Promise<void> => {
  await sql`DELETE FROM live_ingest_keys WHERE producer_id = ${producerId}::uuid`.execute(db);
};
