// Routes of /reports and /dsb/reports.
import type { Ctx } from '../../context.ts';
import { handlers } from '../../platform/http/mount.ts';

import { decideReport } from './decide-report.ts';
import { canDecide } from './policy.ts';
import { fileReport } from './file-report.ts';
import { viewReports } from './view-reports.ts';

export const reportsHandlers = (ctx: Ctx) =>
  handlers({
    'POST /reports': async ({ body, viewer, context }) => {
      const { id, dueAt } = await fileReport(ctx, viewer, body, context.locale);
      return { data: { id, dueAt: dueAt.toISOString() } };
    },
    'GET /dsb/reports': async ({ query, viewer, context }) => ({
      data: await viewReports(ctx, canDecide(viewer), query, context.locale),
      limit: query.limit,
      offset: query.offset,
    }),
    'POST /dsb/reports/{id}': async ({ params, body, viewer }) => ({
      data: { decided: await decideReport(ctx, canDecide(viewer), params.id, body) },
    }),
  });
