// Who may see, block and unblock people.
import type { ProfileId } from '@camarim/contract/ids';
import { hasRight } from '@camarim/contract/staff';
import { allow } from '../../platform/http/allowed.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { readsConfidential } from '../../platform/audit/audit.ts';
import type { AdminViewer } from '../../platform/http/viewer.ts';

export type UserReviewer = {
  adminId: ProfileId;
  /** May also block and unblock administrators. */
  decidesTeam: boolean;
  /** Reads what people wrote in reports. */
  readsContent: boolean;
  /** Also reads the reasons of legal holds. */
  readsAll: boolean;
};

/** The route guard has checked the role; block-user.ts refuses decisions about oneself. */
export const canReviewUsers = (viewer: AdminViewer): Allowed<UserReviewer> =>
  allow({
    adminId: viewer.profileId,
    decidesTeam: hasRight(viewer.staffRole, 'team.decide'),
    readsContent: hasRight(viewer.staffRole, 'content.read'),
    readsAll: readsConfidential(viewer.staffRole),
  });
