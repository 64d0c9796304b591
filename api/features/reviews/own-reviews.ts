// What authors see of the reviews of their own content.
import type { ownReviewSchema } from '@camarim/contract/features/reviews';
import type { ReviewKind } from '@camarim/contract/features/reviews/reasons';
import type { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { newestReviews } from './store.ts';

export type OwnReview = z.input<typeof ownReviewSchema>;

/** Reviews by the id of their content, which is in review. */
export const ownReviews = async (
  { db }: Pick<Ctx, 'db'>,
  kind: ReviewKind,
  reviewedIds: readonly string[],
): Promise<Map<string, OwnReview>> => {
  const rows = await newestReviews(db, kind, reviewedIds);
  return new Map(
    [...rows].map(([id, { state, reason, note, decided_at: decidedAt, created_at: createdAt }]) => [
      id,
      { state, reason, note, since: (decidedAt ?? createdAt).toISOString() },
    ]),
  );
};
