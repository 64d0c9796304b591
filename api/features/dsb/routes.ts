// Routes of /dsb itself, as JSON and CSV.
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { handlers } from '../../platform/http/mount.ts';
import { csvOf } from './overview-csv.ts';
import { createOverview, periodOfQuery } from './view-overview.ts';

export const dsbHandlers = (ctx: Ctx, services: Services) => {
  const viewOverview = createOverview(ctx, services);
  return handlers({
    'GET /dsb': async ({ query }) => ({
      data: await viewOverview(periodOfQuery(query, ctx.clock.now())),
    }),
    'GET /dsb/export': async ({ query, http }) => {
      const period = periodOfQuery(query, ctx.clock.now());
      const overview = await viewOverview(period);
      void http.reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="camarim-${query.table}-${period.from}-${period.to}.csv"`,
        )
        .send(csvOf(overview, query.table));
      return { data: null };
    },
  });
};
