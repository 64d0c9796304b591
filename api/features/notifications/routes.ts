// Route of /profiles/notifications.
import type { Services } from '../../feature.ts';
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import { listNotifications } from './list-notifications.ts';

export const notificationsHandlers = (ctx: Ctx, { summarise }: Pick<Services, 'summarise'>) =>
  handlers({
    'GET /profiles/notifications': async ({ query, viewer, context }) => ({
      data: await listNotifications(ctx, { viewer, locale: context.locale, summarise }, query),
      limit: query.limit,
      offset: query.offset,
    }),
  });
