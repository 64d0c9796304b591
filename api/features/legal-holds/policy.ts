// Who may place and release legal holds.
import type { ProfileId } from '@camarim/contract/ids';
import { allow, type Allowed } from '../../platform/http/allowed.ts';
import type { AdminViewer } from '../../platform/http/viewer.ts';

export type HoldKeeper = { adminId: ProfileId };

/** The route guard checked the right; holds.ts refuses what is one's own. */
export const canHold = (viewer: AdminViewer): Allowed<HoldKeeper> =>
  allow({ adminId: viewer.profileId });
