// What other features and the composition root may use of identity checks: of age, of producers and
// of performers.
import type { ProfileId } from '@camarim/contract/ids';
import { defineFeature } from '../../feature.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { isReservedName } from '../profiles/index.ts';
import { acceptPolicies } from '../publics/index.ts';
import { ageHandlers } from './age/routes.ts';
import { exportAgeOf } from './age/store.ts';
import { documentsHandlers } from './documents/routes.ts';
import { registerDocumentServing } from './documents/serve.ts';
import { defineVerificationsJobs } from './jobs.ts';
import { erasePerformersOf } from './performers/answer.ts';
import { performersHandlers } from './performers/routes.ts';
import { exportPerformersOf } from './performers/store.ts';
import { producerHandlers } from './producer/routes.ts';
import { exportProducerRequestsOf } from './producer/store.ts';

export type { PostVisibility } from './performers/answer.ts';
export { type PostPerformers, canDeclare } from './performers/policy.ts';
export { declarePerformers } from './performers/register.ts';
export { performersIn } from './performers/store.ts';
export { suspendProducer } from './producer/decide-request.ts';
export { identityOf, insertApprovedIdentity } from './producer/identity.ts';

/** Identity checks. */
export const verifications = defineFeature({
  name: 'verifications',
  handlers: (ctx, { postVisibility }) => {
    const people = {
      ...ctx.accounts,
      isReservedName,
      acceptContract: (tx: Transaction, profileId: ProfileId) =>
        acceptPolicies(tx, profileId, ['contract'], ctx.clock.now()),
    };
    return {
      ...ageHandlers(ctx, people),
      ...documentsHandlers(ctx),
      ...producerHandlers(ctx, people),
      ...performersHandlers(ctx, { ...people, postVisibility }),
    };
  },
  jobs: defineVerificationsJobs,
  serve: (server, ctx, { auth }) => registerDocumentServing(server, ctx, auth.authenticate),
  erasers: [erasePerformersOf],
  exporters: [exportAgeOf, exportProducerRequestsOf, exportPerformersOf],
});
