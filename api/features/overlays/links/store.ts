// Secret links in the database: the hashes of their keys, never the keys.
import type { OverlayLinkId } from '@camarim/contract/features/overlays/links';
import type { ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

export type LinkRow = {
  id: OverlayLinkId;
  producer_id: ProfileId;
  label: string;
  ending: string;
  created_at: Date;
  used_at: Date | null;
};

const COLUMNS = sql`k.id, k.producer_id, k.label, k.ending, k.created_at, k.used_at`;

/** Newest first. */
export const linksOf = async (db: Database, producerId: ProfileId): Promise<LinkRow[]> => {
  const { rows } = await sql<LinkRow>`
    SELECT ${COLUMNS} FROM overlay_links k WHERE k.producer_id = ${producerId}::uuid
      ORDER BY k.id DESC`.execute(db);
  return rows;
};

export type NewLink = {
  id: OverlayLinkId;
  producerId: ProfileId;
  label: string;
  hash: Buffer;
  ending: string;
  now: Date;
};

/** Call it with the producer's log locked. False when the producer has as many as allowed. */
export const insertLink = async (
  tx: Database,
  { id, producerId, label, hash, ending, now }: NewLink,
  most: number,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    INSERT INTO overlay_links (id, producer_id, label, key_hash, ending, created_at)
    SELECT ${id}::uuid, ${producerId}::uuid, ${label}, ${hash}, ${ending}, ${now}
    WHERE (SELECT count(*) FROM overlay_links
      WHERE producer_id = ${producerId}::uuid) < ${most}`.execute(tx);
  return numAffectedRows === 1n;
};

/** The link of a producer who may broadcast; null for every other key. */
export const linkByHash = async (db: Database, hash: Buffer): Promise<LinkRow | null> => {
  const { rows } = await sql<LinkRow>`
    SELECT ${COLUMNS} FROM overlay_links k JOIN profiles p ON p.id = k.producer_id
    WHERE k.key_hash = ${hash} AND p.producer_stage = 'approved'`.execute(db);
  return rows[0] ?? null;
};

/** Whether it was not revoked, and its producer may broadcast. */
export const isLinkValid = async (db: Database, id: OverlayLinkId): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM overlay_links k JOIN profiles p ON p.id = k.producer_id WHERE k.id = ${id}::uuid
      AND p.producer_stage = 'approved'`.execute(db);
  return rows.length > 0;
};

export const markLinkUsed = async (db: Database, id: OverlayLinkId, now: Date): Promise<void> => {
  await sql`UPDATE overlay_links SET used_at = ${now} WHERE id = ${id}::uuid`.execute(db);
};

/** False when it was another person's or not there. */
export const deleteLink = async (
  tx: Database,
  id: OverlayLinkId,
  producerId: ProfileId,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    DELETE FROM overlay_links WHERE id = ${id}::uuid AND producer_id = ${producerId}::uuid`.execute(
    tx,
  );
  return numAffectedRows === 1n;
};

export const deleteLinksOf = async (db: Database, producerId: ProfileId): Promise<void> => {
  await sql`DELETE FROM overlay_links WHERE producer_id = ${producerId}::uuid`.execute(db);
};
