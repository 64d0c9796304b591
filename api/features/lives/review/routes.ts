// Routes of the review of live shows by administrators.
import { AppError } from '../../../platform/errors/app-error.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { decideLive } from './decide.ts';
import { findFrame, frameKey, FRAMES } from './frames-store.ts';
import { canDecide, canReview } from './policy.ts';
import { viewFrames, viewOpenLives } from './view-review.ts';

export const reviewHandlers = (ctx: Ctx) =>
  handlers({
    'GET /dsb/lives': async ({ viewer, query }) => ({
      ...(await viewOpenLives(ctx, canReview(viewer), query)),
      ...query,
    }),
    'POST /dsb/lives/{id}/decisions': async ({ viewer, params, body }) => {
      await decideLive(ctx, await canDecide(ctx, params.id, viewer), body);
      return { data: null };
    },
    'GET /dsb/lives/frames': async ({ query }) => ({ data: await viewFrames(ctx, query) }),
    'GET /dsb/lives/frames/{id}/image': async ({ params, http }) => {
      const frame = await findFrame(ctx.db, params.id);
      const blob = frame?.has_picture
        ? await ctx.blobs.get(FRAMES, frameKey(frame.live_id, frame.id))
        : null;
      if (!blob) throw new AppError('frame.notFound');
      void http.reply
        .type('image/webp')
        .header('cache-control', 'private, no-store')
        .send(blob.stream);
      return { data: null };
    },
  });
