// What other features and the composition root may use of identity checks: of age, of producers and
// of performers.
import type { ProfileId } from '@camarim/contract/ids';
import type { ArchiveFile } from '../../platform/archive/archive.ts';
import type { Platform } from '../../platform/platform.ts';
import { ageHandlers } from './age/routes.ts';
import { exportAgeOf } from './age/store.ts';
import { documentsHandlers } from './documents/routes.ts';
import type { PostVisibility } from './performers/answer.ts';
import { performersHandlers } from './performers/routes.ts';
import { exportPerformersOf } from './performers/store.ts';
import { producerHandlers } from './producer/routes.ts';
import { exportProducerRequestsOf } from './producer/store.ts';
import type { AccountDirectory } from './producer/submit-request.ts';

export { registerDocumentServing } from './documents/serve.ts';
export { defineVerificationsJobs } from './jobs.ts';
export type { PostVisibility } from './performers/answer.ts';
export { erasePerformersOf } from './performers/answer.ts';
export { type PostPerformers, canDeclare } from './performers/policy.ts';
export { declarePerformers } from './performers/register.ts';
export { performersIn } from './performers/store.ts';
export { suspendProducer } from './producer/decide-request.ts';
export { identityOf, insertApprovedIdentity } from './producer/identity.ts';

export const verificationsHandlers = (
  platform: Platform,
  { postVisibility, ...people }: AccountDirectory & { postVisibility: PostVisibility },
) => ({
  ...ageHandlers(platform, people),
  ...documentsHandlers(platform),
  ...producerHandlers(platform, people),
  ...performersHandlers(platform, { ...people, postVisibility }),
});

/** A person's own checks, and those of their performers, in a personal data archive. */
export const exportVerificationsOf = (
  platform: Pick<Platform, 'db' | 'seal'>,
  profileId: ProfileId,
): ArchiveFile[] => [
  ...exportAgeOf(platform, profileId),
  ...exportProducerRequestsOf(platform, profileId),
  ...exportPerformersOf(platform, profileId),
];
