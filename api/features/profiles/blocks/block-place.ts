// Geo-blocks: hides the viewer's profile in a country, a state or a city.
import type { Ctx } from '../../../context.ts';
import { getStates } from '@brazilian-utils/brazilian-utils';
import type { Routes } from '@camarim/contract';
import type { GeoBlockId } from '@camarim/contract/ids';
import { GEO_BLOCKS_MAX } from '@camarim/contract/limits';
import type { BodyOf, DataInput, QueryOf } from '@camarim/contract/route';
import { newId } from '../../../platform/ids/new-id.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { isCountry } from '../../../platform/http/countries.ts';
import { stateCodeOf } from '../../../platform/http/place.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { cityOf } from '../contacts/cities.ts';
import type { OwnGeoBlock, PlaceBlocker } from './policy.ts';
import {
  deleteBlocksInside,
  deleteGeoBlock,
  geoBlocksOf,
  insertGeoBlock,
  lockGeoBlocks,
} from './store.ts';
import type { BlockedPlace, GeoBlockCounts, GeoBlockRow } from './store.ts';

type Post = Routes['POST /profiles/geolocation-block'];
type ListRoute = Routes['GET /profiles/geolocation-block'];
type GeoBlockView = DataInput<ListRoute>[number];

const present = ({
  id,
  country_code: countryCode,
  state_code: stateCode,
  city,
  created_at,
}: GeoBlockRow): GeoBlockView => ({
  id,
  countryCode,
  state: getStates().find(({ code }) => code === stateCode)?.name ?? stateCode,
  stateCode,
  city,
  createdAt: created_at.toISOString(),
});

export const viewGeoBlocks = async (
  { db }: Ctx,
  { profileId }: Viewer,
  page: QueryOf<ListRoute>,
): Promise<GeoBlockView[]> => (await geoBlocksOf(db, profileId, page)).map(present);

/** The place with IBGE's spelling. Throws validate.required and validate.invalid with the field. */
const parsePlace = ({ country, state, city }: BodyOf<Post>): BlockedPlace => {
  if (country !== null && !isCountry(country)) throw fieldError('country', 'validate.invalid');
  if (state === null) {
    // A city or nothing at all: without a country to name it, a slip would hide all of Brazil.
    if (country === null || city !== null) throw fieldError('state', 'validate.required');
    return { countryCode: country, stateCode: null, city: null };
  }
  const stateCode = country === null || country === 'BR' ? stateCodeOf(state) : null;
  if (stateCode === null) throw fieldError('state', 'validate.invalid');
  if (city === null) return { countryCode: 'BR', stateCode, city };
  const known = cityOf({ city, stateCode });
  if (known === null) throw fieldError('city', 'validate.invalid');
  return { countryCode: 'BR', stateCode, city: known };
};

/** Throws geoBlock.exists and geoBlock.covered (a larger place is blocked). */
const checkCovered = ({ stateCode, city }: BlockedPlace, counts: GeoBlockCounts): void => {
  if (counts.country)
    throw new AppError(stateCode === null ? 'geoBlock.exists' : 'geoBlock.countryCovered');
  if (counts.state) throw new AppError(city === null ? 'geoBlock.exists' : 'geoBlock.covered');
};

/**
 * Throws validate.required, validate.invalid, geoBlock.exists, geoBlock.covered,
 * geoBlock.countryCovered (the whole state or country is blocked) and geoBlock.tooMany.
 */
export const blockPlace = async (
  { db, clock, outbox }: Ctx,
  { profileId }: Allowed<PlaceBlocker>,
  body: BodyOf<Post>,
): Promise<DataInput<Post>> => {
  const place = parsePlace(body);
  const row: GeoBlockRow = {
    id: newId() as GeoBlockId,
    country_code: place.countryCode,
    state_code: place.stateCode,
    city: place.city,
    created_at: clock.now(),
  };
  const absorbed = await transaction(db, async (tx) => {
    const counts = await lockGeoBlocks(tx, profileId, place);
    checkCovered(place, counts);
    const replaced = place.city === null ? counts.inside : 0;
    if (counts.total - replaced >= GEO_BLOCKS_MAX)
      throw new AppError('geoBlock.tooMany', { max: GEO_BLOCKS_MAX });
    if (replaced > 0) await deleteBlocksInside(tx, profileId, place);
    if (!(await insertGeoBlock(tx, { id: row.id, profileId, ...place, now: row.created_at })))
      throw new AppError('geoBlock.exists');
    await outbox.changeAccess(tx, { owners: [profileId] });
    return replaced;
  });
  return { ...present(row), absorbed };
};

/** Throws geoBlock.notFound, also for a block of another profile. */
export const unblockPlace = async (
  { db }: Ctx,
  { profileId, id }: Allowed<OwnGeoBlock>,
): Promise<void> => {
  if (!(await deleteGeoBlock(db, profileId, id))) throw new AppError('geoBlock.notFound');
};
