// Geo-blocks: hides the viewer's profile in a state or a city.
import type { Ctx } from '../../../context.ts';
import { randomUUIDv7 } from 'node:crypto';
import { getStates } from '@brazilian-utils/brazilian-utils';
import type { Routes } from '@camarim/contract';
import type { GeoBlockId } from '@camarim/contract/ids';
import { GEO_BLOCKS_MAX } from '@camarim/contract/limits';
import type { BodyOf, DataInput, QueryOf } from '@camarim/contract/route';
import { transaction } from '../../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { stateCodeOf } from '../../../platform/http/place.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { cityOf } from '../contacts/cities.ts';
import type { OwnGeoBlock, PlaceBlocker } from './policy.ts';
import {
  deleteCityBlocks,
  deleteGeoBlock,
  geoBlocksOf,
  insertGeoBlock,
  lockGeoBlocks,
} from './store.ts';
import type { GeoBlockRow } from './store.ts';

type Post = Routes['POST /profiles/geolocation-block'];
type ListRoute = Routes['GET /profiles/geolocation-block'];
type GeoBlockView = DataInput<ListRoute>[number];

const present = ({ id, state_code: stateCode, city, created_at }: GeoBlockRow): GeoBlockView => ({
  id,
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

/** The place with IBGE's spelling. Throws validate.invalid with the field. */
const parsePlace = ({ state, city }: BodyOf<Post>): { stateCode: string; city: string | null } => {
  const stateCode = stateCodeOf(state);
  if (stateCode === null) throw fieldError('state', 'validate.invalid');
  if (city === null) return { stateCode, city };
  const known = cityOf({ city, stateCode });
  if (known === null) throw fieldError('city', 'validate.invalid');
  return { stateCode, city: known };
};

/**
 * Throws validate.invalid, geoBlock.exists, geoBlock.covered (the whole state is blocked) and
 * geoBlock.tooMany.
 */
export const blockPlace = async (
  { db, clock, outbox }: Ctx,
  { profileId }: Allowed<PlaceBlocker>,
  body: BodyOf<Post>,
): Promise<DataInput<Post>> => {
  const { stateCode, city } = parsePlace(body);
  const row: GeoBlockRow = {
    id: randomUUIDv7() as GeoBlockId,
    state_code: stateCode,
    city,
    created_at: clock.now(),
  };
  const absorbed = await transaction(db, async (tx) => {
    const { total, whole, cities } = await lockGeoBlocks(tx, profileId, stateCode);
    if (whole) throw new AppError(city === null ? 'geoBlock.exists' : 'geoBlock.covered');
    const replacedCities = city === null ? cities : 0;
    if (total - replacedCities >= GEO_BLOCKS_MAX)
      throw new AppError('geoBlock.tooMany', { max: GEO_BLOCKS_MAX });
    if (replacedCities > 0) await deleteCityBlocks(tx, profileId, stateCode);
    if (
      !(await insertGeoBlock(tx, { id: row.id, profileId, stateCode, city, now: row.created_at }))
    )
      throw new AppError('geoBlock.exists');
    await outbox.changeAccess(tx, { owners: [profileId] });
    return replacedCities;
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
