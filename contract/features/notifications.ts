// /profiles/notifications: what happened to me.
import { z } from 'zod';
import { route } from '../route.ts';
import { SALE_NOTIFICATIONS } from '../sales.ts';
import { centavosSchema, id, instant, page } from '../wire.ts';
import { profileSummarySchema } from './profiles.ts';

declare module '../events.ts' {
  interface NotifiedLists {
    notifications: { id: string };
  }
}

export const notificationType = z.enum([
  ...SALE_NOTIFICATIONS,
  'topUp',
  'topUpReview',
  'topUpHeld',
  'topUpReleased',
  'topUpReturned',
  'topUpContested',
  'topUpContestedDebt',
  'topUpGivenBack',
  'topUpGivenBackDebt',
  'cashOutPaid',
  'cashOutReturned',
  'follow',
  'like',
  'comment',
  'reply',
  'mention',
  'postProcessed',
  'postFailed',
  'renewed',
  'renewalSoon',
  'renewalFailed',
  'subscriptionEnded',
  'priceRose',
  'planEnded',
  'goalReached',
]);
export type NotificationType = z.infer<typeof notificationType>;

export const notificationSchema = z
  .object({
    id: id('notification'),
    type: notificationType,
    /** A sentence in the reader's language. */
    message: z.string(),
    from: profileSummarySchema.nullable(),
    postId: id('post').nullable(),
    amount: centavosSchema.nullable(),
    text: z.string().nullable().meta({ description: 'what the fan wrote with a tip: plain text' }),
    read: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'Notification' });

export const notificationsRoutes = {
  'GET /profiles/notifications': route({
    id: 'notifications.list',
    summary: 'My notifications, newest first; reading them marks them read',
    auth: 'member',
    query: z.object({
      ...page(10, 50),
      search: z.string().trim().max(60).optional(),
      types: z.string().max(200).optional().meta({ description: 'comma-separated types' }),
    }),
    reply: z.array(notificationSchema),
    list: 'offset',
  }),
};
