// The one rule of who is hidden from whom, as a piece of SQL that every statement about profiles
// and what they made takes in.
import type { ProfileId } from '@camarim/contract/ids';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../platform/database/database.ts';
import type { Onlooker } from '../../platform/http/viewer.ts';

/**
 * SQL that is true when the profile whose id `profile` stands for is hidden from the onlooker: it
 * is suspended or removed, one of the two blocks the other, or it does not want to be seen from the
 * onlooker's place. Nobody is hidden from themselves. `onlooker` names a row of `onlookerRow` or
 * `onlookerAt`.
 *
 * Text and not a function of the database: the planner looks into it, where a function with
 * sub-selects is called row by row.
 */
export const hiddenFrom = (
  profile: string,
  onlooker = 'v',
): string => `(${profile} IS DISTINCT FROM ${onlooker}.id AND (
  EXISTS (SELECT FROM profiles hidden WHERE hidden.id = ${profile} AND hidden.producer_stage = 'suspended')
  OR EXISTS (SELECT FROM blocks b WHERE b.blocker_id = ${profile} AND b.blocked_id = ${onlooker}.id)
  OR EXISTS (SELECT FROM blocks b WHERE b.blocker_id = ${onlooker}.id AND b.blocked_id = ${profile})
  OR ${notLocatedFrom(profile, onlooker)}))`;

/**
 * SQL that is true when a block of places hides the profile: the state's, or that of the very city.
 */
export const notLocatedFrom = (
  profile: string,
  onlooker = 'v',
): string => `EXISTS (SELECT FROM geolocation_blocks g
    WHERE g.profile_id = ${profile} AND g.state_code = ${onlooker}.state AND (g.city_key IS NULL OR g.city_key = ${onlooker}.city))`;

/** What of a place a block is compared with: accents and case do not count. */
const CITY_KEY = (city: string): string => `lower(unaccent(${city}::text))`;

/**
 * For statements of plain SQL, after FROM: the onlooker in the parameters with these numbers,
 * filled by `onlookerValues`.
 */
export const onlookerAt = (id: number, state: number, city: number): string =>
  `(SELECT $${id}::uuid AS id, $${state}::text AS state, ${CITY_KEY(`$${city}`)} AS city) v`;

export const onlookerValues = ({
  profileId,
  place,
}: Onlooker): [ProfileId | null, string | null, string | null] => [
  profileId,
  place.state,
  place.city,
];

/** For statements of the query builder, after FROM. */
export const onlookerRow = ({ profileId, place: { state, city } }: Onlooker): RawBuilder<unknown> =>
  sql`(SELECT ${profileId}::uuid AS id, ${state}::text AS state, lower(unaccent(${city}::text)) AS city) v`;

/** `hiddenFrom` for the query builder. */
export const isHidden = (profile: string): RawBuilder<boolean> =>
  sql.raw<boolean>(hiddenFrom(profile));

/** Which of the profiles are hidden from the onlooker. */
export const hiddenAmong = async (
  db: Kysely<DB>,
  ids: readonly ProfileId[],
  onlooker: Onlooker,
): Promise<Set<ProfileId>> => {
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT p.id FROM unnest(${ids}::uuid[]) p (id) CROSS JOIN ${onlookerRow(onlooker)} WHERE ${isHidden('p.id')}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
};

/** Whether this one is. */
export const isHiddenProfile = async (
  db: Kysely<DB>,
  id: ProfileId,
  onlooker: Onlooker,
): Promise<boolean> => (await hiddenAmong(db, [id], onlooker)).has(id);
