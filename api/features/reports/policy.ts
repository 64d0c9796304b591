// Who decides on reports.
import type { ProfileId } from '@camarim/contract/ids';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { AdminViewer } from '../../platform/http/viewer.ts';

export type Decider = { adminId: ProfileId };

/** The route guard has checked the role. */
export const canDecide = (viewer: AdminViewer): Allowed<Decider> =>
  allow({ adminId: viewer.profileId });
