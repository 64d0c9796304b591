// /profiles/notifications: what happened to me.
import { z } from 'zod';
import { NOTIFICATIONS_READ_AT_ONCE } from '../limits.ts';
import { route } from '../route.ts';
import { centavosSchema, id, instant } from '../wire.ts';
import { NOTIFICATION_GROUPS, NOTIFICATION_TYPES } from './notifications/kinds.ts';
import { notificationSettingsRoutes } from './notifications/settings.ts';
import { profileSummarySchema } from './profiles.ts';

declare module '../events.ts' {
  interface NotifiedLists {
    /**
     * The id of a new one; null when look again is all there is to say: some were read, or many
     * profiles got one.
     */
    notifications: { id: string | null };
  }
}

export type { NotificationType } from './notifications/kinds.ts';

export const notificationType = z.enum(NOTIFICATION_TYPES);

/** Source: specification section 9. */
const NOTIFICATIONS_PAGE = 10;

const notificationSchema = z
  .object({
    id: id('notification'),
    type: notificationType,
    group: z.enum(NOTIFICATION_GROUPS),
    /** A sentence in the reader's language. */
    message: z.string(),
    from: profileSummarySchema.nullable(),
    postId: id('post').nullable(),
    post: z.object({ text: z.string(), thumb: z.string().nullable() }).nullable().meta({
      description:
        'the beginning of the post and its first picture, as far as the reader may see them; null when it is gone',
    }),
    amount: centavosSchema.nullable(),
    text: z.string().nullable().meta({ description: 'what the fan wrote with a tip: plain text' }),
    link: z
      .string()
      .nullable()
      .meta({ description: 'path of the page that shows what happened; null when it is gone' }),
    read: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'Notification' });

/** Source: specification section 3, notification flags: whether an unread one of the kind waits. */
const notificationFlags = z
  .object({
    chat: z.boolean(),
    earning: z.boolean(),
    walletIn: z.boolean(),
    walletOut: z.boolean(),
  })
  .meta({ id: 'NotificationFlags' });

const unread = z.object({
  unread: z.int().meta({ description: 'at most 100' }),
  flags: notificationFlags,
});

export const notificationsRoutes = {
  'GET /profiles/notifications': route({
    id: 'notifications.list',
    summary: 'My notifications, newest first; the search looks in the names of who caused them',
    auth: 'member',
    // The specification pages by offset, which repeats entries while new ones arrive; the cursor
    // does not.
    query: z.object({
      limit: z.coerce.number().int().min(1).max(50).default(NOTIFICATIONS_PAGE),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      before: z.string().max(200).optional().meta({ description: 'cursor of the previous page' }),
      search: z.string().trim().max(60).optional(),
      types: z.string().max(500).optional().meta({ description: 'comma-separated types' }),
    }),
    reply: z.array(notificationSchema),
    list: 'cursor',
  }),
  'GET /profiles/notifications/unread': route({
    id: 'notifications.unread',
    summary: 'How many of my notifications are unread, and of which kinds money or messages are',
    auth: 'member',
    reply: unread,
  }),
  'POST /profiles/notifications/read': route({
    id: 'notifications.read',
    summary: 'Mark these notifications of mine as read, or all',
    auth: 'member',
    body: z.object({
      ids: z
        .array(id('notification'))
        .min(1)
        .max(NOTIFICATIONS_READ_AT_ONCE)
        .optional()
        .meta({ description: 'all when left out' }),
    }),
    reply: unread,
  }),
  ...notificationSettingsRoutes,
};
