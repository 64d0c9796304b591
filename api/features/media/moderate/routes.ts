// /dsb/medias on the wire.
import type { Services } from '../../../feature.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { cancelWork, retryWork } from './change-work.ts';
import { listWork } from './list-work.ts';
import { canModerate } from './policy.ts';
import { takeDown } from './take-down.ts';

export const moderationHandlers = (
  ctx: Ctx,
  { mediaSteps: onStep, summarise }: Pick<Services, 'mediaSteps' | 'summarise'>,
) =>
  handlers({
    'GET /dsb/medias': ({ query, context }) =>
      listWork(ctx, { summarise, locale: context.locale }, query),
    'POST /dsb/medias/{id}/retry': async ({ params, viewer }) => ({
      data: await retryWork(ctx, onStep, canModerate(viewer), params.id),
    }),
    'POST /dsb/medias/{id}/cancel': async ({ params, viewer }) => ({
      data: await cancelWork(ctx, onStep, canModerate(viewer), params.id),
    }),
    'POST /dsb/medias/{id}/take-down': async ({ params, body, viewer }) => ({
      data: await takeDown(ctx, canModerate(viewer), params.id, body.reason),
    }),
  });
