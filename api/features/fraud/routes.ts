// Routes of /dsb/fraud and /dsb/fraud/settings.
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { handlers } from '../../platform/http/mount.ts';
import { decideAlert, viewAlerts } from './alerts.ts';
import { canDecideAlert, canManageSettings } from './policy.ts';
import { changeSettings, viewSettings } from './settings.ts';

export const fraudHandlers = (ctx: Ctx, services: Services) =>
  handlers({
    'GET /dsb/fraud': async ({ query }) => ({
      data: await viewAlerts(ctx, query),
      limit: query.limit,
      offset: query.offset,
    }),
    'POST /dsb/fraud/{id}': async ({ params, body, viewer }) => ({
      data: await decideAlert(
        ctx,
        services,
        await canDecideAlert(ctx, viewer, params.id, body.decision),
        body,
      ),
    }),
    'GET /dsb/fraud/settings': async ({ viewer }) => ({
      data: await viewSettings(ctx, canManageSettings(viewer)),
    }),
    'PUT /dsb/fraud/settings': async ({ viewer, body }) => ({
      data: await changeSettings(ctx, canManageSettings(viewer), body),
    }),
  });
