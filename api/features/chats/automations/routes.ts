// Routes of /chats/automations.
import { handlers } from '../../../platform/http/mount.ts';
import type { Ctx } from '../../../context.ts';
import type { Services } from '../../../feature.ts';
import { canSetOptions } from '../policy.ts';
import {
  createAutomation,
  deleteAutomation,
  editAutomation,
  listAutomations,
  viewAutomation,
} from './edit-automation.ts';
import { ownAutomation } from './policy.ts';
import { viewLog } from './view-log.ts';

export const automationsHandlers = (ctx: Ctx, services: Services) =>
  handlers({
    'GET /chats/automations': async ({ viewer, context }) => ({
      data: await listAutomations(ctx, canSetOptions(viewer), context.locale),
    }),
    'POST /chats/automations': async ({ body, viewer, context }) => {
      const owner = canSetOptions(viewer);
      const id = await createAutomation(ctx, services, owner, body, context.idempotencyKey);
      return { data: await viewAutomation(ctx, id, context.locale) };
    },
    'PUT /chats/automations/{id}': async ({ params, body, viewer, context }) => {
      await editAutomation(ctx, services, await ownAutomation(ctx, viewer, params.id), body);
      return { data: await viewAutomation(ctx, params.id, context.locale) };
    },
    'DELETE /chats/automations/{id}': async ({ params, viewer }) => {
      await deleteAutomation(ctx, await ownAutomation(ctx, viewer, params.id));
      return { data: null };
    },
    'GET /chats/automations/log': ({ query, viewer }) => viewLog(ctx, viewer, query),
  });
