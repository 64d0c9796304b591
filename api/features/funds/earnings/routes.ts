// Routes of the earnings of a period, as JSON and CSV.
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import { csvOf, periodOf, viewEarnings } from './view-earnings.ts';

export const earningsHandlers = (platform: Ctx) =>
  handlers({
    'GET /funds/earnings': async ({ viewer, query }) => ({
      data: await viewEarnings(platform, viewer.profileId, periodOf(query, platform.clock.now())),
    }),
    'GET /funds/earnings/export': async ({ viewer, query: { part, ...range }, http }) => {
      const period = periodOf(range, platform.clock.now());
      const earned = await viewEarnings(platform, viewer.profileId, period);
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
