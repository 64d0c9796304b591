// The one rule of which profiles are hidden from a requester, as a piece of SQL that every
// statement about profiles and their content includes.
import type { ProfileId } from '@camarim/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { preparedRead } from '../../platform/database/prepared-read.ts';
import { regionOf } from '../../platform/http/place.ts';
import type { Requester } from '../../platform/http/viewer.ts';

/**
 * SQL that is true when the profile whose id `profile` stands for is hidden from the requester: it
 * is suspended or removed, one of the two blocked the other, it blocked the requester's location,
 * or it is shown only in other countries. A profile is never hidden from itself. `requester` names
 * a row of `requesterRow` or `requesterAt`.
 *
 * Text and not a function of the database: the planner looks into it, where a function with
 * sub-selects is called row by row.
 */
export const hiddenFrom = (
  profile: string,
  requester = 'v',
): string => `(${profile} IS DISTINCT FROM ${requester}.id AND (
  EXISTS (SELECT FROM profiles hidden WHERE hidden.id = ${profile}
    AND (hidden.producer_stage = 'suspended' OR ${outside('hidden', requester)}))
  OR ${blockedBetween(profile, requester)}
  OR ${placeBlocked(profile, requester)}))`;

/**
 * As `hiddenFrom`, without the requester's location: for what the profile's owner is shown, who
 * would learn from a difference where the requester lives.
 */
export const hiddenFromPerson = (
  profile: string,
  requester = 'v',
): string => `(${profile} IS DISTINCT FROM ${requester}.id AND (
  EXISTS (SELECT FROM profiles hidden WHERE hidden.id = ${profile} AND hidden.producer_stage = 'suspended')
  OR ${blockedBetween(profile, requester)}))`;

/**
 * SQL that is true when the owner of the profile in this row of `profiles` removed the account:
 * `hiddenFrom` hides it from everyone, but buyers keep what they bought of it. False for one that
 * was suspended before: the removal shows nothing again that a decision hid.
 */
export const isRemovedAccount = (row: string): string =>
  `(${row}.producer_stage = 'suspended' AND EXISTS (SELECT FROM users gone WHERE gone.id = ${row}.user_id
    AND gone.removed_at IS NOT NULL AND gone.stage_before_block IS DISTINCT FROM 'suspended'))`;

/** One of the two blocked the other. */
const blockedBetween = (
  profile: string,
  requester: string,
): string => `EXISTS (SELECT FROM blocks b WHERE b.blocker_id = ${profile}
  AND b.blocked_id = ${requester}.id)
  OR EXISTS (SELECT FROM blocks b WHERE b.blocker_id = ${requester}.id
    AND b.blocked_id = ${profile})`;

/**
 * SQL that is true when the location of the requester hides the profile in this row of `profiles`.
 */
export const notLocatedFrom = (row: string, requester = 'v'): string =>
  `(coalesce(${outside(row, requester)}, false) OR ${placeBlocked(`${row}.id`, requester)})`;

/** A block of the country, of the state, or of the city. */
const placeBlocked = (
  profile: string,
  requester: string,
): string => `EXISTS (SELECT FROM geolocation_blocks g
    WHERE g.profile_id = ${profile} AND g.country_code IN (${requester}.country,
      ${requester}.other_country)
      AND (g.state_code IS NULL OR g.state_code = ${requester}.state AND (g.city_key IS NULL
        OR g.city_key = ${requester}.city)))`;

/** Null, so not true, for a profile that is shown everywhere and where nothing tells countries. */
const outside = (row: string, requester: string): string =>
  `(${requester}.country <> ALL (${row}.shown_only_in) OR ${requester}.other_country <> ALL (${row}.shown_only_in))`;

/** A region (`regionOf`) and a city as columns; cities are compared without accents and case. */
export const placeColumns = (region: string, city: string): string =>
  `left(${region}::text, 2) AS country, nullif(substr(split_part(${region}::text, '/', 1), 4), '') AS state, nullif(split_part(${region}::text, '/', 2), '') AS other_country, lower(unaccent(${city}::text)) AS city`;

/**
 * For statements of plain SQL, after FROM: the requester in the parameters with these numbers,
 * filled by `requesterValues`.
 */
export const requesterAt = (id: number, region: number, city: number): string =>
  `(SELECT $${id}::uuid AS id, ${placeColumns(`$${region}`, `$${city}`)}) v`;

export const requesterValues = ({
  profileId,
  place,
}: Requester): [ProfileId | null, string | null, string | null] => [
  profileId,
  regionOf(place),
  place.city,
];

/**
 * As `requesterAt`, for many requesters: `v` has a row for each, with their position `n` from 1.
 * Filled by `requestersValues`.
 */
export const requestersAt = (id: number, region: number, city: number): string =>
  `(SELECT w.n::int AS n, w.id, ${placeColumns('w.region', 'w.city')} FROM unnest($${id}::uuid[], $${region}::text[], $${city}::text[]) WITH ORDINALITY w (id, region, city, n)) v`;

export const requestersValues = (
  requesters: readonly Requester[],
): [(ProfileId | null)[], (string | null)[], (string | null)[]] => [
  requesters.map(({ profileId }) => profileId),
  requesters.map(({ place }) => regionOf(place)),
  requesters.map(({ place }) => place.city),
];

/** For statements of the query builder, after FROM. */
export const requesterRow = ({ profileId, place }: Requester): RawBuilder<unknown> =>
  sql`(SELECT w.id, ${sql.raw(placeColumns('w.region', 'w.city'))}
    FROM (SELECT ${profileId}::uuid AS id, ${regionOf(place)}::text AS region,
      ${place.city}::text AS city) w) v`;

/** As `requestersAt` for the query builder, without positions; all of them are known. */
export const requesterRows = (requesters: readonly Requester[]): RawBuilder<unknown> => {
  const [ids, regions, cities] = requestersValues(requesters);
  return sql`(SELECT w.id, ${sql.raw(placeColumns('w.region', 'w.city'))}
    FROM unnest(${ids}::uuid[], ${regions}::text[], ${cities}::text[]) w (id, region, city)) v`;
};

/** `hiddenFrom` for the query builder. */
export const isHidden = (profile: string): RawBuilder<boolean> =>
  sql.raw<boolean>(hiddenFrom(profile));

/**
 * False for a profile that `isHidden` says no of for every requester, so that no requester has to
 * be looked at: it asks about the profile alone, once for a statement.
 */
export const isHiddenFromSome = (id: ProfileId): RawBuilder<boolean> =>
  sql<boolean>`(SELECT p.producer_stage = 'suspended' OR p.shown_only_in IS NOT NULL
    OR EXISTS (SELECT FROM blocks b WHERE b.blocker_id = p.id) OR EXISTS (SELECT FROM blocks b
      WHERE b.blocked_id = p.id)
    OR EXISTS (SELECT FROM geolocation_blocks g WHERE g.profile_id = p.id) FROM profiles p
      WHERE p.id = ${id}::uuid)`;

/** SQL that is true when an administrator has blocked the account of the profile with this id. */
export const isBlockedAccount = (profile: string): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT FROM profiles held JOIN users u ON u.id = held.user_id
    WHERE held.id = ${sql.raw(profile)} AND u.blocked_at IS NOT NULL)`;

/** Which of the profiles are hidden from the requester. */
export const hiddenAmong = async (
  db: Database,
  ids: readonly ProfileId[],
  requester: Requester,
): Promise<Set<ProfileId>> => {
  const { rows } = await sql<{ id: ProfileId }>`
    SELECT p.id FROM unnest(${ids}::uuid[]) p (id) CROSS JOIN ${requesterRow(requester)}
      WHERE ${isHidden('p.id')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

const selectHiddenPairs = preparedRead<{ n: number }>(
  `SELECT v.n FROM ${requestersAt(2, 3, 4)} JOIN unnest($1::uuid[]) WITH ORDINALITY t (profile_id,
    n) ON t.n = v.n WHERE ${hiddenFrom('t.profile_id')}`,
);

/** For each pair whether the profile is hidden from the requester. */
export const hiddenPairs = async (
  db: Database,
  pairs: readonly { profileId: ProfileId; requester: Requester }[],
): Promise<boolean[]> => {
  const rows = await selectHiddenPairs(
    db,
    pairs.map(({ profileId }) => profileId),
    ...requestersValues(pairs.map(({ requester }) => requester)),
  );
  const hidden = new Set(rows.map(({ n }) => n - 1));
  return pairs.map((_, index) => hidden.has(index));
};

/** Whether the profile is hidden from the requester. */
export const isHiddenProfile = async (
  db: Database,
  id: ProfileId,
  requester: Requester,
): Promise<boolean> => (await hiddenAmong(db, [id], requester)).has(id);
