// Preferences of notifications, the devices that get Web Push, and ending emails by one press.
import { z } from 'zod';
import { route } from '../../route.ts';
import { id, instant } from '../../wire.ts';
import { EMAIL_TIMES, UNSUBSCRIBE_TOPICS } from './channels.ts';
import { NOTIFICATION_GROUPS } from './kinds.ts';

const DAY_MINUTES = 1_440;
const minuteOfDay = z
  .int()
  .min(0)
  .max(DAY_MINUTES - 1)
  .meta({ description: 'minutes since midnight in the time zone' });

const knownZone = (zone: string): boolean => {
  try {
    Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
};

const notificationSettings = z
  .object({
    groups: z.record(
      z.enum(NOTIFICATION_GROUPS),
      z.object({ inApp: z.boolean(), email: z.enum(EMAIL_TIMES), push: z.boolean() }),
    ),
    quiet: z
      .object({ from: minuteOfDay, until: minuteOfDay })
      .nullable()
      .meta({ description: 'hours without Web Push; what happens in them is pushed afterwards' }),
    timeZone: z
      .string()
      .max(60)
      .refine(knownZone)
      .meta({ description: 'IANA time zone of quiet hours and the digest' }),
    details: z
      .boolean()
      .meta({ description: 'whether Web Push says who did what, or only that there is something' }),
  })
  .meta({ id: 'NotificationSettings' });

const pushDevice = z.object({
  id: id('device'),
  name: z.string().meta({ description: 'browser and system' }),
  createdAt: instant,
});

const BASE64URL = /^[\w-]+=*$/;

export const notificationSettingsRoutes = {
  'GET /profiles/notifications/settings': route({
    id: 'notifications.settings',
    summary: 'By which channels I get which notifications',
    auth: 'member',
    reply: notificationSettings,
  }),
  'PUT /profiles/notifications/settings': route({
    id: 'notifications.changeSettings',
    summary: 'Choose by which channels I get which notifications',
    auth: 'member',
    body: notificationSettings,
    reply: notificationSettings,
    perMinute: 30,
  }),
  'GET /profiles/notifications/push': route({
    id: 'notifications.push',
    summary: 'The key for Web Push (RFC 8292), and my devices that get it',
    auth: 'member',
    reply: z.object({
      publicKey: z.string().meta({ description: 'applicationServerKey, base64url' }),
      devices: z.array(pushDevice),
    }),
  }),
  'POST /profiles/notifications/push': route({
    id: 'notifications.subscribePush',
    summary: 'Send Web Push to this browser; the same browser again changes nothing',
    auth: 'member',
    body: z.object({
      endpoint: z.url().max(1_000).meta({ description: 'address at the browser’s push service' }),
      keys: z.object({
        p256dh: z.string().min(80).max(100).regex(BASE64URL),
        auth: z.string().min(20).max(30).regex(BASE64URL),
      }),
      renewed: z.boolean().default(false).meta({
        description:
          'the browser renewed its address by itself: only a device of this session is changed, because it was no act of a person',
      }),
    }),
    reply: pushDevice,
    errors: ['push.endpointRefused', 'push.tooManyDevices', 'push.notFound'],
    perMinute: 20,
  }),
  'DELETE /profiles/notifications/push/{id}': route({
    id: 'notifications.unsubscribePush',
    summary: 'Send no more Web Push to this device',
    auth: 'member',
    params: z.object({ id: id('device') }),
    reply: z.null(),
    errors: ['push.notFound'],
  }),
  'POST /publics/notifications/unsubscribe': route({
    id: 'notifications.unsubscribe',
    summary:
      'End the emails that the code of an email is about, by one press and without a session',
    auth: 'public',
    body: z.object({ code: z.string().max(200) }),
    reply: z.object({ topic: z.enum(UNSUBSCRIBE_TOPICS) }),
    errors: ['token.invalid'],
    perMinute: 60,
  }),
};
