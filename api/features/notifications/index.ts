// What other features may use of notifications: creating them, and the unread count.
import type { ProfileId } from '@camarim/contract/ids';
import type { Ctx } from '../../context.ts';
import { defineFeature } from '../../feature.ts';
import { emails, texts } from './declarations.ts';
import { exportNotificationsOf } from './export-store.ts';
import { defineNotificationsJobs } from './jobs.ts';
import { deleteDevicesOf } from './push/store.ts';
import { notificationsHandlers } from './routes.ts';
import { deleteSettingsOf } from './settings/store.ts';
import { deleteNotificationsOf } from './store.ts';

export { notificationEffects, insertNotices, notify, notifyMany } from './notify.ts';
export type { NotificationInput } from './notify.ts';
export { readNotificationsFrom } from './read.ts';
export { blankNotificationsFrom, notifiedSince, unreadCount } from './store.ts';

const eraseNotificationsOf = async ({ db }: Ctx, profileId: ProfileId): Promise<void> => {
  await deleteDevicesOf(db, profileId);
  await deleteSettingsOf(db, profileId);
  await deleteNotificationsOf(db, profileId);
};

/** Notifications of profiles, and the channels by which they reach people. */
export const notifications = defineFeature({
  name: 'notifications',
  emails,
  texts,
  handlers: notificationsHandlers,
  jobs: defineNotificationsJobs,
  personalData: [
    {
      text: 'data.notifications',
      tables: ['notifications', 'notification_settings', 'push_devices'],
      ground: 'contract',
      removal: 'erased',
      by: [eraseNotificationsOf],
    },
  ],
  exporters: [exportNotificationsOf],
});
