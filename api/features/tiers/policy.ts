// A plan may be changed by its producer only.
import type { ProfileId } from '@camarim/contract/ids';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import type { ProducerViewer } from '../../platform/http/viewer.ts';

export type PlanOwner = { producerId: ProfileId };

/** The route guard checked the role. */
export const canChangePlan = (viewer: ProducerViewer): Allowed<PlanOwner> =>
  allow({ producerId: viewer.profileId });
