// SQL of blocks of profiles and places.
import type { GeoBlockId, ProfileId } from '@camarim/contract/ids';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { nameContains } from '../explore/explore-store.ts';

export type BlockPair = { blockerId: ProfileId; blockedId: ProfileId };

/** False when the block exists already. */
export const insertBlock = async (
  tx: Database,
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

export const deleteBlock = async (
  db: Database,
  { blockerId, blockedId }: BlockPair,
): Promise<void> => {
  await db
    .deleteFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .execute();
};

export const deleteBlocksOf = async (db: Database, profileId: ProfileId): Promise<void> => {
  await db
    .deleteFrom('blocks')
    .where((eb) => eb.or([eb('blocker_id', '=', profileId), eb('blocked_id', '=', profileId)]))
    .execute();
};

/**
 * The profiles that `blockerId` blocks, newest first, without removed accounts. Search ignores
 * accents and case.
 */
export const blockedBy = async (
  db: Database,
  blockerId: ProfileId,
  { search, limit, offset }: { search: string | null; limit: number; offset: number },
): Promise<{ id: ProfileId; blockedAt: Date }[]> => {
  const { rows } = await sql<{ id: ProfileId; blockedAt: Date }>`
    SELECT p.id, b.created_at AS "blockedAt"
    FROM blocks b JOIN profiles p ON p.id = b.blocked_id JOIN users u ON u.id = p.user_id
      AND u.removed_at IS NULL
    WHERE b.blocker_id = ${blockerId}::uuid
      AND ${nameContains(search)}
    ORDER BY b.created_at DESC, b.blocked_id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return rows;
};

export type GeoBlockRow = {
  id: GeoBlockId;
  country_code: string;
  state_code: string | null;
  city: string | null;
  created_at: Date;
};

/** Ordered by country, state and city, the whole before its parts. */
export const geoBlocksOf = async (
  db: Database,
  profileId: ProfileId,
  { limit, offset }: { limit: number; offset: number },
): Promise<GeoBlockRow[]> => {
  const rows = await db
    .selectFrom('geolocation_blocks')
    .select(['id', 'country_code', 'state_code', 'city', 'created_at'])
    .where('profile_id', '=', profileId)
    .orderBy('country_code')
    .orderBy('state_code', (order) => order.asc().nullsFirst())
    .orderBy('city_key', (order) => order.asc().nullsFirst())
    .limit(limit)
    .offset(offset)
    .execute();
  return rows as GeoBlockRow[];
};

/** A country, a state of Brazil or a city of it. */
export type BlockedPlace = { countryCode: string; stateCode: string | null; city: string | null };

/** SQL: a block is of a place inside this one, and not of the whole. */
const isInside = ({ countryCode, stateCode }: BlockedPlace) =>
  sql<boolean>`country_code = ${countryCode} AND state_code IS NOT NULL
    AND (${stateCode}::text IS NULL OR state_code = ${stateCode} AND city IS NOT NULL)`;

export type GeoBlockCounts = { total: number; country: boolean; state: boolean; inside: number };

/**
 * Counts the profile's geo-blocks, says whether the country and the state of the place are blocked,
 * and counts the blocks inside the place. Locks the profile's row, so that concurrent additions run
 * one after the other.
 */
export const lockGeoBlocks = async (
  tx: Database,
  profileId: ProfileId,
  place: BlockedPlace,
): Promise<GeoBlockCounts> => {
  await tx
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', profileId)
    .forNoKeyUpdate()
    .execute();
  const { rows } = await sql<GeoBlockCounts>`
    SELECT count(*)::integer AS total, coalesce(bool_or(country_code = ${place.countryCode}
      AND state_code IS NULL), false) AS country,
      coalesce(bool_or(state_code = ${place.stateCode}::text AND city IS NULL), false) AS state,
      count(*) FILTER (WHERE ${isInside(place)})::integer AS inside
    FROM geolocation_blocks WHERE profile_id = ${profileId}::uuid`.execute(tx);
  return rows[0] ?? { total: 0, country: false, state: false, inside: 0 };
};

export type NewGeoBlock = BlockedPlace & { id: GeoBlockId; profileId: ProfileId; now: Date };

/** False when the block exists already. */
export const insertGeoBlock = async (
  tx: Database,
  { id, profileId, countryCode, stateCode, city, now }: NewGeoBlock,
): Promise<boolean> => {
  const { rows } = await sql<{ id: GeoBlockId }>`
    INSERT INTO geolocation_blocks (id, profile_id, country_code, state_code, city, city_key,
      created_at)
    VALUES (${id}::uuid, ${profileId}::uuid, ${countryCode}, ${stateCode}::text, ${city}::text,
      lower(unaccent(${city}::text)), ${now}::timestamptz)
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
};

/** Deletes the blocks of states and cities inside the place. */
export const deleteBlocksInside = async (
  tx: Database,
  profileId: ProfileId,
  place: BlockedPlace,
): Promise<void> => {
  await tx
    .deleteFrom('geolocation_blocks')
    .where('profile_id', '=', profileId)
    .where(isInside(place))
    .execute();
};

/** False when the profile has no such block. */
export const deleteGeoBlock = async (
  db: Database,
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

export const deleteGeoBlocksOf = async (tx: Database, profileId: ProfileId): Promise<void> => {
  await tx.deleteFrom('geolocation_blocks').where('profile_id', '=', profileId).execute();
};

/** Countries in which alone the profile is shown; empty: everywhere. */
export const shownOnlyIn = async (db: Database, profileId: ProfileId): Promise<string[]> => {
  const row = await db
    .selectFrom('profiles')
    .select('shown_only_in')
    .where('id', '=', profileId)
    .executeTakeFirst();
  return row?.shown_only_in ?? [];
};

export const updateShownOnlyIn = async (
  tx: Database,
  profileId: ProfileId,
  countries: readonly string[],
): Promise<void> => {
  await tx
    .updateTable('profiles')
    .set({ shown_only_in: countries.length === 0 ? null : [...countries] })
    .where('id', '=', profileId)
    .execute();
};
