// How the access walk and the walk of hidden profiles call the routes of the review before
// publication.
import { ANY_ID, type AccessCase, byId } from './access-case.ts';
import type { ReadCase } from './read-case.ts';

export const reviewsAccess = {
  'GET /dsb/reviews': 'admin',
  'POST /dsb/reviews/{id}': byId('admin', 'review.notFound', () => ANY_ID, {
    outcome: 'approved',
    version: 1,
  }),
  'POST /dsb/reviews/{id}/restore': byId('admin', 'review.notFound', () => ANY_ID, {
    reason: 'Engano',
  }),
  'GET /dsb/reviews/producer/{producerId}': 'admin',
  'GET /dsb/review-settings': 'admin',
  'PUT /dsb/review-settings': 'admin',
} as const satisfies Record<string, AccessCase>;

const ADMIN = 'administrators see all profiles';

export const reviewsReads = {
  'GET /dsb/reviews': ADMIN,
  'GET /dsb/reviews/producer/{producerId}': ADMIN,
  'GET /dsb/review-settings': ADMIN,
} satisfies Record<string, ReadCase>;
