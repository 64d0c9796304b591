// Routes of /dsb/reviews and /dsb/review-settings.
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { handlers } from '../../platform/http/mount.ts';
import { decideReview, restoreReview } from './decide-review.ts';
import { canReview } from './policy.ts';
import { changeSettings, viewSettings } from './settings.ts';
import { viewLog, viewQueue } from './view-reviews.ts';

export const reviewsHandlers = (ctx: Ctx, services: Services) =>
  handlers({
    'GET /dsb/reviews': async ({ query, viewer, context }) => ({
      data: await viewQueue(ctx, services, canReview(viewer), query, context.locale),
    }),
    'POST /dsb/reviews/{id}': async ({ params, body, viewer }) => ({
      data: await decideReview(ctx, services, canReview(viewer), params.id, body),
    }),
    'POST /dsb/reviews/{id}/restore': async ({ params, body, viewer }) => ({
      data: await restoreReview(ctx, services, canReview(viewer), params.id, body.reason),
    }),
    'GET /dsb/reviews/producer/{producerId}': async ({ params, query, viewer }) => ({
      data: await viewLog(ctx, services, canReview(viewer), params.producerId, query),
    }),
    'GET /dsb/review-settings': async () => ({ data: await viewSettings(ctx) }),
    'PUT /dsb/review-settings': async ({ body, viewer }) => ({
      data: { version: await changeSettings(ctx, canReview(viewer), body) },
    }),
  });
