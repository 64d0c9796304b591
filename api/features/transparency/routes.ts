// Routes of the transparency figures, as JSON and CSV.
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { handlers } from '../../platform/http/mount.ts';
import { createMonthView, figuresCsv } from './view-month.ts';

export const transparencyHandlers = (ctx: Ctx, services: Services) => {
  const viewMonth = createMonthView(ctx, services);
  return handlers({
    'GET /publics/transparency': async ({ query }) => ({ data: await viewMonth(query.month) }),
    'GET /publics/transparency/export': async ({ query, http }) => {
      const { month, figures } = await viewMonth(query.month);
      void http.reply
        .type('text/csv; charset=utf-8')
        .header(
          'content-disposition',
          `attachment; filename="camarim-transparency-${month ?? 'none'}.csv"`,
        )
        .send(figuresCsv(figures));
      return { data: null };
    },
  });
};
