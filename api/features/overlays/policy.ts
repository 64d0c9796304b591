// Who manages what is connected to the events of rooms.
import type { ProfileId } from '@camarim/contract/ids';
import { type Allowed, allow } from '../../platform/http/allowed.ts';
import type { ProducerViewer } from '../../platform/http/viewer.ts';

export type OverlayOwner = { producerId: ProfileId };

/** The route guard checked the role. */
export const canConnect = ({ profileId }: ProducerViewer): Allowed<OverlayOwner> =>
  allow({ producerId: profileId });
