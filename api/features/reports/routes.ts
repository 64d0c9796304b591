// Routes of /reports and /dsb/reports.
import type { Ctx } from '../../context.ts';
import { fieldError } from '../../platform/errors/app-error.ts';
import { handlers } from '../../platform/http/mount.ts';
import { decideReport } from './decide-report.ts';
import { canDecide, canReadReports } from './policy.ts';
import { fileReport } from './file-report.ts';
import { viewReports } from './view-reports.ts';

/** Throws validate.required without an answer, and what the captcha throws. */
const spendCaptcha = async (
  { captcha }: Ctx,
  recapcha: string | undefined,
  address: string,
): Promise<void> => {
  if (recapcha === undefined) throw fieldError('recapcha', 'validate.required');
  await captcha.spend(recapcha, { action: 'report', address });
};

export const reportsHandlers = (ctx: Ctx) =>
  handlers({
    'POST /reports': async ({ body: { recapcha, ...body }, viewer, context }) => {
      const { address, locale } = context;
      if (!viewer) await spendCaptcha(ctx, recapcha, address);
      const { dueAt, ...filed } = await fileReport(ctx, { viewer, address, locale }, body);
      return { data: { ...filed, dueAt: dueAt.toISOString() } };
    },
    'GET /dsb/reports': async ({ query, viewer, context }) => ({
      data: await viewReports(ctx, canReadReports(viewer), query, context.locale),
      limit: query.limit,
      offset: query.offset,
    }),
    'POST /dsb/reports/{id}': async ({ params, body, viewer }) => ({
      data: { decided: await decideReport(ctx, canDecide(viewer), params.id, body) },
    }),
  });
