// What other features and the composition root may use of identity checks: of age, of producers and
// of performers.
import { defineFeature } from '../../feature.ts';
import { registerAgeAnswers } from './age/answers.ts';
import { warnOfClosedPlaces } from './age/settings.ts';
import { emails, texts } from './declarations.ts';
import { registerDocumentServing } from './documents/serve.ts';
import { eraseOpenRequestsOf } from './erase-open.ts';
import { decidedRequests, verificationFigures, verificationRecords } from './figures-store.ts';
import { exportConsentsOf } from './performers/consent-ledger.ts';
import { defineVerificationsJobs } from './jobs.ts';
import { erasePerformersOf } from './performers/answer.ts';
import { mediaAccess } from './performers/declare-media.ts';
import { exportPerformersOf } from './performers/store.ts';
import { verificationsHandlers } from './routes.ts';
import { deleteAgeOf, deleteProducerRequestsOf, exportRequestsOf, WAITING } from './store.ts';

export {
  anchorLine,
  distrustAnchor,
  readCertificates,
  trustAnchor,
  viewAnchors,
} from './age/anchors.ts';
export {
  canReopen,
  isSuspended,
  overturnRejection,
  overturnSuspension,
} from './producer/overturn.ts';
export type { PostVisibility } from './performers/visibility.ts';
export { declareMedia, refuseMedia } from './performers/declare-media.ts';
export { CONSENT_CHAIN } from './performers/consent-ledger.ts';
export { isGranted, isPostWithdrawn, isWithdrawn } from './performers/consent-store.ts';
export {
  lockConsents,
  mediaOf,
  mediaOfPerformer,
  withheldAmong,
  withheldInMessages,
} from './performers/media-store.ts';
export { declarePerformers } from './performers/register.ts';
export { performersIn } from './performers/store.ts';
export { countUndeclared } from './performers/undeclared-store.ts';
export {
  type PostPerformers,
  canDeclare,
  requireConsent,
  requireConsentInPosts,
} from './policy.ts';
export { type Withdrawer, withdrawerOf, withdrawFromCopies } from './performers/withdraw.ts';
export { createToken } from './secrets.ts';
export { suspendProducer } from './producer/decide-request.ts';
export { lockStage } from './producer/stage-store.ts';
export { identityOf, insertApprovedIdentity, producersWhoAre } from './producer/identity.ts';

/** Identity checks. */
export const verifications = defineFeature({
  name: 'verifications',
  emails,
  texts,
  handlers: verificationsHandlers,
  jobs: defineVerificationsJobs,
  prepare: warnOfClosedPlaces,
  serve: (server, ctx, { auth }) => {
    registerDocumentServing(server, ctx, auth.authenticate);
    registerAgeAnswers(server, ctx);
  },
  mediaAccess: [mediaAccess],
  figures: verificationFigures,
  dayCounts: decidedRequests,
  records: verificationRecords,
  openWork: [
    { kind: 'producerRequest', cases: WAITING.producer },
    { kind: 'ageCheck', cases: WAITING.age },
    { kind: 'performerCheck', cases: WAITING.performer },
  ],
  personalData: [
    {
      text: 'data.performers',
      tables: ['performers'],
      ground: 'law',
      removal: 'blanked',
      by: [erasePerformersOf],
    },
    {
      text: 'data.declarations',
      tables: ['post_declarations', 'media_declarations'],
      ground: 'law',
      removal: 'kept',
      basis: 'consent',
      days: null,
    },
    {
      text: 'data.requests',
      tables: ['producer_requests'],
      ground: 'law',
      removal: 'kept',
      basis: 'identity',
      days: 'IDENTITY_KEPT_DAYS',
      lapse: ({ db }, profileId) => deleteProducerRequestsOf(db, profileId),
      by: [eraseOpenRequestsOf],
    },
    {
      text: 'data.age',
      tables: ['age_requests', 'age_verifications'],
      ground: 'law',
      removal: 'kept',
      basis: 'age',
      days: 'CLAIMS_KEPT_DAYS',
      lapse: ({ db }, profileId) => deleteAgeOf(db, profileId),
      by: [eraseOpenRequestsOf],
    },
  ],
  exporters: [exportRequestsOf, exportPerformersOf, exportConsentsOf],
});
