// Ingest keys in the database: their hashes, never the keys.
import type { LiveId } from '@camarim/contract/features/lives';
import type { IngestKeyId } from '@camarim/contract/features/lives/ingest';
import type { PeerId } from '@camarim/contract/features/lives/media';
import type { ProfileId } from '@camarim/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/database/database.ts';

type Db = Kysely<DB>;

export type IngestKeyRow = {
  id: IngestKeyId;
  producer_id: ProfileId;
  label: string;
  ending: string;
  live_id: LiveId | null;
  peer_id: PeerId | null;
  created_at: Date;
  used_at: Date | null;
};

const COLUMNS = sql`k.id, k.producer_id, k.label, k.ending, k.live_id, k.peer_id, k.created_at, k.used_at`;

export const ingestKeysOf = async (db: Db, producerId: ProfileId): Promise<IngestKeyRow[]> => {
  const { rows } = await sql<IngestKeyRow>`
    SELECT ${COLUMNS} FROM live_ingest_keys k WHERE k.producer_id = ${producerId}::uuid ORDER BY k.id DESC`.execute(
    db,
  );
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
  tx: Db,
  { id, producerId, label, hash, ending, now }: NewIngestKey,
  most: number,
): Promise<boolean> => {
  await sql`SELECT FROM profiles WHERE id = ${producerId}::uuid FOR NO KEY UPDATE`.execute(tx);
  const { numAffectedRows } = await sql`
    INSERT INTO live_ingest_keys (id, producer_id, label, key_hash, ending, created_at)
    SELECT ${id}::uuid, ${producerId}::uuid, ${label}, ${hash}, ${ending}, ${now}
    WHERE (SELECT count(*) FROM live_ingest_keys WHERE producer_id = ${producerId}::uuid) < ${most}`.execute(
    tx,
  );
  return numAffectedRows === 1n;
};

/** The key of a producer who may broadcast; null for every other text. */
export const ingestKeyByHash = async (db: Db, hash: Buffer): Promise<IngestKeyRow | null> => {
  const { rows } = await sql<IngestKeyRow>`
    SELECT ${COLUMNS} FROM live_ingest_keys k JOIN profiles p ON p.id = k.producer_id
    WHERE k.key_hash = ${hash} AND p.producer_stage = 'approved'`.execute(db);
  return rows[0] ?? null;
};

/** Remembers the connection that was made with the key. False when it was revoked since it was found. */
export const markIngestKeyUsed = async (
  db: Db,
  id: IngestKeyId,
  { liveId, peer, now }: { liveId: LiveId; peer: PeerId; now: Date },
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    UPDATE live_ingest_keys SET live_id = ${liveId}::uuid, peer_id = ${peer}::uuid, used_at = ${now} WHERE id = ${id}::uuid`.execute(
    db,
  );
  return numAffectedRows === 1n;
};

/** The deleted key; null when it was another person's or not there. */
export const deleteIngestKey = async (
  db: Db,
  id: IngestKeyId,
  producerId: ProfileId,
): Promise<IngestKeyRow | null> => {
  const { rows } = await sql<IngestKeyRow>`
    DELETE FROM live_ingest_keys k WHERE k.id = ${id}::uuid AND k.producer_id = ${producerId}::uuid RETURNING ${COLUMNS}`.execute(
    db,
  );
  return rows[0] ?? null;
};

export const deleteIngestKeysOf = async (db: Db, producerId: ProfileId): Promise<void> => {
  await sql`DELETE FROM live_ingest_keys WHERE producer_id = ${producerId}::uuid`.execute(db);
};
