// Who may place and release legal holds.
import type { ProfileId } from '@camarim/contract/ids';
import { readsConfidential } from '../../platform/audit/audit.ts';
import { allow, type Allowed } from '../../platform/http/allowed.ts';
import type { AdminViewer } from '../../platform/http/viewer.ts';

export type HoldKeeper = {
  adminId: ProfileId;
  /** Releases without a second person. */
  isOwner: boolean;
};

/** `readsReasons`: they name what authorities look into, so they are for who decides only. */
export type HoldReader = { readerId: ProfileId; readsReasons: boolean };

/** The route guard checked the right; holds.ts refuses what is one's own. */
export const canHold = (viewer: AdminViewer): Allowed<HoldKeeper> =>
  allow({ adminId: viewer.profileId, isOwner: viewer.staffRole === 'owner' });

export const canReadHolds = ({ profileId, staffRole }: AdminViewer): Allowed<HoldReader> =>
  allow({ readerId: profileId, readsReasons: readsConfidential(staffRole) });
