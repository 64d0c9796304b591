// Shows the viewer's profile in some countries only, or everywhere.
import type { Routes } from '@camarim/contract';
import type { BodyOf } from '@camarim/contract/route';
import { transaction } from '../../../platform/database/transaction.ts';
import { fieldError } from '../../../platform/errors/app-error.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import { isCountry } from '../../../platform/http/countries.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import type { PlaceBlocker } from './policy.ts';
import { shownOnlyIn, updateShownOnlyIn } from './store.ts';

/** Country codes; empty when the profile is seen everywhere. */
export const viewShownOnlyIn = ({ db }: Ctx, { profileId }: Viewer): Promise<string[]> =>
  shownOnlyIn(db, profileId);

/** Throws validate.invalid for a code that is no country. */
export const showOnlyIn = async (
  { db, outbox }: Ctx,
  { profileId }: Allowed<PlaceBlocker>,
  { countries: given }: BodyOf<Routes['PUT /profiles/geolocation-countries']>,
): Promise<string[]> => {
  const countries = [...new Set(given)].sort();
  if (!countries.every(isCountry)) throw fieldError('countries', 'validate.invalid');
  await transaction(db, async (tx) => {
    await updateShownOnlyIn(tx, profileId, countries);
    await outbox.changeAccess(tx, { owners: [profileId] });
  });
  return countries;
};
