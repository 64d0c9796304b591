// Routes of /profiles/notifications.
import type { Services } from '../../feature.ts';
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { listNotifications } from './list-notifications.ts';
import { readNotifications, viewUnread } from './read.ts';

export const notificationsHandlers = (ctx: Ctx, services: Services) =>
  handlers({
    'GET /profiles/notifications': ({ query, viewer, context }) =>
      listNotifications(
        ctx,
        { viewer, locale: context.locale, summarise: services.summarise },
        query,
      ),
    'GET /profiles/notifications/unread': async ({ viewer }) => ({
      data: await viewUnread(ctx, services, viewer),
    }),
    'POST /profiles/notifications/read': async ({ body, viewer }) => {
      await readNotifications(ctx, viewer, body.ids ?? null);
      return { data: await viewUnread(ctx, services, viewer) };
    },
  });
