// Route of /profiles/notifications.
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { listNotifications } from './list-notifications.ts';
import type { Summarise } from './list-notifications.ts';

export const notificationsHandlers = (
  platform: Platform,
  { summarise }: { summarise: Summarise },
) =>
  handlers({
    'GET /profiles/notifications': async ({ query, viewer, context }) => ({
      data: await listNotifications(platform, { viewer, locale: context.locale, summarise }, query),
      limit: query.limit,
      offset: query.offset,
    }),
  });
