// SQL of blocks of profiles and places.
import type { GeoBlockId, ProfileId } from '@camarim/contract/ids';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../platform/database/database.ts';

type Db = Kysely<DB>;

export type BlockPair = { blockerId: ProfileId; blockedId: ProfileId };

/** False when the block exists already. */
export const insertBlock = async (
  tx: Db,
  { blockerId, blockedId }: BlockPair,
  now: Date,
): Promise<boolean> => {
  const row = await tx
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('blocked_id')
    .executeTakeFirst();
  return row !== undefined;
};

export const deleteBlock = async (db: Db, { blockerId, blockedId }: BlockPair): Promise<void> => {
  await db
    .deleteFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .execute();
};

const LIKE_SPECIAL = /[\\%_]/g;

/**
 * The profiles that `blockerId` blocks, newest first, without removed accounts. Search ignores
 * accents and case.
 */
export const blockedBy = async (
  db: Db,
  blockerId: ProfileId,
  { search, limit, offset }: { search: string | null; limit: number; offset: number },
): Promise<{ id: ProfileId; blockedAt: Date }[]> => {
  const pattern = search === null ? null : `%${search.replaceAll(LIKE_SPECIAL, '\\$&')}%`;
  const { rows } = await sql<{ id: ProfileId; blockedAt: Date }>`
    SELECT p.id, b.created_at AS "blockedAt"
    FROM blocks b JOIN profiles p ON p.id = b.blocked_id JOIN users u ON u.id = p.user_id AND u.removed_at IS NULL
    WHERE b.blocker_id = ${blockerId}::uuid
      AND (${pattern}::text IS NULL OR unaccent(p.display_name) ILIKE unaccent(${pattern}::text) OR p.domain_name::text ILIKE ${pattern}::text)
    ORDER BY b.created_at DESC, b.blocked_id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

export type GeoBlockRow = {
  id: GeoBlockId;
  state_code: string;
  city: string | null;
  created_at: Date;
};

/** Ordered by state and city, a whole state before its cities. */
export const geoBlocksOf = async (
  db: Db,
  profileId: ProfileId,
  { limit, offset }: { limit: number; offset: number },
): Promise<GeoBlockRow[]> => {
  const rows = await db
    .selectFrom('geolocation_blocks')
    .select(['id', 'state_code', 'city', 'created_at'])
    .where('profile_id', '=', profileId)
    .orderBy('state_code')
    .orderBy('city_key', (order) => order.asc().nullsFirst())
    .limit(limit)
    .offset(offset)
    .execute();
  return rows as GeoBlockRow[];
};

/**
 * Counts the profile's geo-blocks and those of the state. Locks the profile's row, so that
 * concurrent additions run one after the other.
 */
export const lockGeoBlocks = async (
  tx: Db,
  profileId: ProfileId,
  stateCode: string,
): Promise<{ total: number; whole: boolean; cities: number }> => {
  await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', profileId)
    .forNoKeyUpdate()
    .execute();
  const { rows } = await sql<{ total: number; whole: boolean; cities: number }>`
    SELECT count(*)::integer AS total, coalesce(bool_or(state_code = ${stateCode} AND city IS NULL), false) AS whole,
      count(*) FILTER (WHERE state_code = ${stateCode} AND city IS NOT NULL)::integer AS cities
    FROM geolocation_blocks WHERE profile_id = ${profileId}::uuid`.execute(tx);
  return rows[0] ?? { total: 0, whole: false, cities: 0 };
};

export type NewGeoBlock = {
  id: GeoBlockId;
  profileId: ProfileId;
  stateCode: string;
  city: string | null;
  now: Date;
};

/** False when the block exists already. */
export const insertGeoBlock = async (
  tx: Db,
  { id, profileId, stateCode, city, now }: NewGeoBlock,
): Promise<boolean> => {
  const { rows } = await sql<{ id: GeoBlockId }>`
    INSERT INTO geolocation_blocks (id, profile_id, state_code, city, city_key, created_at)
    VALUES (${id}::uuid, ${profileId}::uuid, ${stateCode}, ${city}::text, lower(unaccent(${city}::text)), ${now}::timestamptz)
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
};

export const deleteCityBlocks = async (
  tx: Db,
  profileId: ProfileId,
  stateCode: string,
): Promise<void> => {
  await tx
    .deleteFrom('geolocation_blocks')
    .where('profile_id', '=', profileId)
    .where('state_code', '=', stateCode)
    .where('city', 'is not', null)
    .execute();
};

/** False when the profile has no such block. */
export const deleteGeoBlock = async (
  db: Db,
  profileId: ProfileId,
  id: GeoBlockId,
): Promise<boolean> => {
  const row = await db
    .deleteFrom('geolocation_blocks')
    .where('profile_id', '=', profileId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export const deleteGeoBlocksOf = async (tx: Db, profileId: ProfileId): Promise<void> => {
  await tx.deleteFrom('geolocation_blocks').where('profile_id', '=', profileId).execute();
};
