// Who may change a plan: its producer, and only their own.
import type { ProfileId } from '@camarim/contract/ids';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import type { ProducerViewer } from '../../platform/http/viewer.ts';

export type PlanOwner = { producerId: ProfileId };

/** The door asked already. */
export const canChangePlan = (viewer: ProducerViewer): Allowed<PlanOwner> =>
  allow({ producerId: viewer.profileId });
