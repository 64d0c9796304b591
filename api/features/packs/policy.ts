// Who makes and downloads monthly packs.
import type { ProfileId } from '@camarim/contract/ids';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import type { AdminViewer } from '../../platform/http/viewer.ts';

export type PackMaker = { adminId: ProfileId };

/** The route guard has checked the right, which owners have. */
export const canMakePacks = ({ profileId }: AdminViewer): Allowed<PackMaker> =>
  allow({ adminId: profileId });
