// Routes of /studio.
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { periodOf } from '../funds/index.ts';
import { readableAmong } from '../posts/index.ts';
import { countView, countWatched, isProgram } from '../views/index.ts';
import { audienceCsv, viewAudience, viewChurn } from './audience/view-audience.ts';
import { loadFirstSteps, saveDismissal } from './first-steps/store.ts';
import { viewStatistics } from './statistics/view-statistics.ts';
import { countUndeclared } from '../verifications/index.ts';

export const studioHandlers = (ctx: Ctx) =>
  handlers({
    'GET /studio/audience': ({ query, viewer }) => viewAudience(ctx, viewer, query),
    'GET /studio/audience/export': async ({ query, viewer, http }) => {
      void http.reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="camarim-${query.kind}.csv"`)
        .send(audienceCsv(ctx, viewer, query));
      return { data: null };
    },
    'GET /studio/churn': async ({ query, viewer }) => ({
      data: await viewChurn(ctx, viewer, query.days),
    }),
    'GET /studio/first-steps': async ({ viewer }) => ({
      data: {
        ...(await loadFirstSteps(ctx.db, viewer.profileId)),
        undeclared: await countUndeclared(ctx.db, viewer.profileId),
      },
    }),
    'PUT /studio/first-steps': async ({ viewer, body }) => {
      await saveDismissal(ctx.db, viewer.profileId, body.dismissed, ctx.clock.now());
      return { data: null };
    },
    'POST /studio/views': async ({ body, context }) => {
      const { requester, address, userAgent } = context;
      if (isProgram(userAgent)) return { data: null };
      const observer = { profileId: requester.profileId, address, userAgent };
      for (const postId of new Set(body.postIds)) countView(ctx, { postId }, observer);
      const playable = await readableAmong(
        ctx,
        [...new Set(body.watched.map(({ postId }) => postId))],
        context,
      );
      for (const watched of body.watched)
        if (playable.has(watched.postId)) countWatched(ctx, watched, observer);
      return { data: null };
    },
    'GET /studio/statistics': async ({ viewer, query }) => ({
      data: await viewStatistics(ctx, viewer.profileId, periodOf(query, ctx.clock.now())),
    }),
  });
