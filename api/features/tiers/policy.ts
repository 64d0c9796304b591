// Who may change a plan: its producer, and only their own.
import type { ProfileId } from '@camarim/contract/ids';
import { AppError } from '../../platform/errors/app-error.ts';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

export type PlanOwner = { producerId: ProfileId };

/** Throws auth.producersOnly. */
export const mayRunPlan = (viewer: Viewer): Allowed<PlanOwner> => {
  if (!viewer.producer) throw new AppError('auth.producersOnly');
  return allow({ producerId: viewer.profileId });
};
