// Who may change the work on media.
import type { ProfileId } from '@camarim/contract/ids';
import { allow } from '../../../platform/http/allowed.ts';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { AdminViewer } from '../../../platform/http/viewer.ts';

export type MediaReviewer = { adminId: ProfileId };

/** The route guard checked the role. */
export const canModerate = (viewer: AdminViewer): Allowed<MediaReviewer> =>
  allow({ adminId: viewer.profileId });
