// /dsb/medias on the wire.
import type { MediaId } from '@camarim/contract/ids';
import type { RemovalReason } from '@camarim/contract/moderation';
import type { Allowed } from '../../../platform/http/allowed.ts';
import type { Services } from '../../../feature.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { cancelWork, retryWork } from './change-work.ts';
import { listWork } from './list-work.ts';
import { canModerate, type MediaReviewer } from './policy.ts';

declare module '../../../feature.ts' {
  interface Services {
    /** Removes a media by a decision. Throws media.notFound. */
    takeDownMedia(
      moderator: Allowed<MediaReviewer>,
      mediaId: MediaId,
      removal: { code: RemovalReason; reason: string },
    ): Promise<{ blocked: number }>;
  }
}

export const moderationHandlers = (
  ctx: Ctx,
  {
    mediaSteps: onStep,
    summarise,
    takeDownMedia,
  }: Pick<Services, 'mediaSteps' | 'summarise' | 'takeDownMedia'>,
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
      data: await takeDownMedia(canModerate(viewer), params.id, body),
    }),
  });
