// Routes of the earnings of a period, as JSON and CSV.
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { csvOf, periodOf, viewEarnings } from './view-earnings.ts';

export const earningsHandlers = (ctx: Ctx) =>
  handlers({
    'GET /funds/earnings': async ({ viewer, query }) => ({
      data: await viewEarnings(ctx, viewer.profileId, periodOf(query, ctx.clock.now())),
    }),
    'GET /funds/earnings/export': async ({ viewer, query: { part, ...range }, http }) => {
      const period = periodOf(range, ctx.clock.now());
      const earned = await viewEarnings(ctx, viewer.profileId, period);
      void http.reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="camarim-${part}-${period.from}-${period.to}.csv"`,
        )
        .send(csvOf(earned, part));
      return { data: null };
    },
  });
