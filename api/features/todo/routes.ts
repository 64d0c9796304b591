// Routes of /dsb/todo.
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { handlers } from '../../platform/http/mount.ts';
import { assignWork, claimWork, releaseWork, snoozeWork } from './arrange.ts';
import { canArrange, canReadWork } from './policy.ts';
import { viewTodo } from './view-todo.ts';

export const todoHandlers = (ctx: Ctx, services: Services) =>
  handlers({
    'GET /dsb/todo': async ({ viewer, query }) => ({
      data: await viewTodo(ctx, services, canReadWork(viewer), query),
    }),
    'POST /dsb/todo/{kind}/{id}/claim': async ({ viewer, params }) => ({
      data: await claimWork(ctx, services, canArrange(viewer, params)),
    }),
    'DELETE /dsb/todo/{kind}/{id}/claim': async ({ viewer, params }) => ({
      data: await releaseWork(ctx, services, canArrange(viewer, params)),
    }),
    'PUT /dsb/todo/{kind}/{id}/assignee': async ({ viewer, params, body }) => ({
      data: await assignWork(ctx, services, canArrange(viewer, params), body.profileId),
    }),
    'PUT /dsb/todo/{kind}/{id}/snooze': async ({
      viewer,
      params,
      body: { until },
      context: { locale },
    }) => ({
      data: await snoozeWork(ctx, services, canArrange(viewer, params), {
        until: until === null ? null : new Date(until),
        locale,
      }),
    }),
  });
