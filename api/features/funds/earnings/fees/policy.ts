// Administrators set fees, of producers only.
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../../../platform/http/allowed.ts';
import type { AdminViewer } from '../../../../platform/http/viewer.ts';
import type { Ctx } from '../../../../context.ts';
import { feeOf } from './store.ts';

export type FeeOfProducer = { adminId: ProfileId; producerId: ProfileId };

/** Throws profile.notFound for a profile that sells nothing. */
export const canSetFee = async (
  { db }: Ctx,
  viewer: AdminViewer,
  producerId: ProfileId,
): Promise<Allowed<FeeOfProducer>> => {
  if (!(await feeOf(db, producerId))) throw new AppError('profile.notFound');
  return allow({ adminId: viewer.profileId, producerId });
};
