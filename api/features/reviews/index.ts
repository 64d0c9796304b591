// What other features and the composition root may use of the review before publication.
import { defineFeature } from '../../feature.ts';
import { emails, texts } from './declarations.ts';
import { exportReviewsOf } from './export-store.ts';
import { reviewFigures, reviewRecords } from './figures-store.ts';
import { reviewsHandlers } from './routes.ts';
import { CONTENT_IN_REVIEW, decidedReviews, deleteReviewsOf } from './store.ts';
import { mediaAccess } from './view-reviews.ts';

export { deleteEmptyBatches, raiseForReport } from './frames-store.ts';
export { restoreReviewIn } from './decide-review.ts';
export type { ReviewableContent } from './reviewable-content.ts';
export { causeOfFrame, submitForReview, submitFrame, submitFrames } from './submit-for-review.ts';
export { type OwnReview, ownReviews } from './own-reviews.ts';

/**
 * Posts, messages to more than one person and profile images that wait until the team has decided,
 * and frames of shows.
 */
export const reviews = defineFeature({
  name: 'reviews',
  emails,
  texts,
  handlers: reviewsHandlers,
  mediaAccess: [mediaAccess],
  figures: reviewFigures,
  records: reviewRecords,
  openWork: [{ kind: 'contentReview', cases: CONTENT_IN_REVIEW }],
  dayCounts: [decidedReviews],
  exporters: [exportReviewsOf],
  personalData: [
    {
      text: 'data.reviews',
      tables: ['content_reviews'],
      ground: 'claims',
      removal: 'kept',
      basis: 'claims',
      days: 'CLAIMS_KEPT_DAYS',
      lapse: ({ db }, profileId) => deleteReviewsOf(db, profileId),
    },
  ],
});
