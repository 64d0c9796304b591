// Routes of /profiles/notifications and /publics/notifications.
import type { Services } from '../../feature.ts';
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { listNotifications } from './list-notifications.ts';
import { createWebPush } from '../../platform/push/web-push.ts';
import { addDevice, removeDevice, viewPush } from './push/devices.ts';
import { readNotifications, viewUnread } from './read.ts';
import { changeSettings, viewSettings } from './settings/settings.ts';
import { unsubscribe } from './settings/unsubscribe.ts';

export const notificationsHandlers = (ctx: Ctx, services: Services) => {
  const push = createWebPush(ctx);
  return handlers({
    'GET /profiles/notifications': ({ query, viewer, context }) =>
      listNotifications(ctx, services, { viewer, context }, query),
    'GET /profiles/notifications/unread': async ({ viewer }) => ({
      data: await viewUnread(ctx, services, viewer),
    }),
    'POST /profiles/notifications/read': async ({ body, viewer }) => {
      await readNotifications(ctx, viewer, body.ids ?? null);
      return { data: await viewUnread(ctx, services, viewer) };
    },

    'GET /profiles/notifications/settings': async ({ viewer }) => ({
      data: await viewSettings(ctx, viewer.profileId),
    }),
    'PUT /profiles/notifications/settings': async ({ body, viewer }) => ({
      data: await changeSettings(ctx, viewer.profileId, body),
    }),
    'GET /profiles/notifications/push': async ({ viewer }) => ({
      data: await viewPush(ctx, push, viewer),
    }),
    'POST /profiles/notifications/push': async ({ body, viewer, http }) => ({
      data: await addDevice(ctx, push, viewer, body, http.request.headers['user-agent'] ?? ''),
    }),
    'DELETE /profiles/notifications/push/{id}': async ({ params, viewer }) => {
      await removeDevice(ctx, viewer, params.id);
      return { data: null };
    },
    'POST /publics/notifications/unsubscribe': async ({ body }) => ({
      data: { topic: await unsubscribe(ctx, body.code) },
    }),
  });
};
