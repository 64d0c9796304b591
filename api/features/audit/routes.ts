// Routes of /dsb/audit.
import { Readable } from 'node:stream';
import type { Ctx } from '../../context.ts';
import { handlers } from '../../platform/http/mount.ts';
import { canReadAudit } from './policy.ts';
import { checkLog, exportLog, viewLog } from './view-log.ts';

const TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8' } as const;

export const auditHandlers = (ctx: Ctx) =>
  handlers({
    'GET /dsb/audit': async ({ viewer, query, context }) => ({
      ...(await viewLog(ctx, canReadAudit(viewer), query, context.locale)),
      limit: query.limit,
    }),
    'GET /dsb/audit/export': async ({ viewer, query, http }) => {
      const name = `camarim-audit-${ctx.clock.now().toISOString().slice(0, 10)}.${query.format}`;
      void http.reply
        .type(TYPES[query.format])
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(Readable.from(exportLog(ctx, canReadAudit(viewer), query)));
      return { data: null };
    },
    'POST /dsb/audit/check': async ({ viewer }) => ({
      data: await checkLog(ctx, canReadAudit(viewer)),
    }),
  });
