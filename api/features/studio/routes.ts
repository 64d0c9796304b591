// Routes of /studio.
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { audienceCsv, viewAudience, viewChurn } from './audience/view-audience.ts';

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
  });
