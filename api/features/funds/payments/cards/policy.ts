// A saved payment belongs to its owner; to others it does not exist.
import type { ProfileId, SavedPaymentId } from '@camarim/contract/ids';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../../platform/http/allowed.ts';
import type { Viewer } from '../../../../platform/http/viewer.ts';
import type { Ctx } from '../../../../context.ts';
import { findSaved, listSaved, type PaymentType, type SavedPayment } from './store.ts';

/** Throws card.notFound. */
export const ownSaved = async (
  { db }: Ctx,
  viewer: Viewer,
  id: SavedPaymentId,
  type?: PaymentType,
): Promise<Allowed<SavedPayment>> => {
  const saved = await findSaved(db, id);
  if (!saved || saved.profileId !== viewer.profileId || (type && saved.paymentType !== type))
    throw new AppError('card.notFound');
  return allow(saved);
};

/** All saved payments of a profile, for the removal of its account. */
export const allSaved = async (
  { db }: Ctx,
  profileId: ProfileId,
): Promise<Allowed<SavedPayment>[]> => (await listSaved(db, profileId, null)).map(allow);
