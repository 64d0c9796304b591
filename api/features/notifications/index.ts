// What other features may use of notifications: creating them, and the unread count.
import { defineFeature } from '../../feature.ts';
import { exportNotificationsOf } from './export-store.ts';
import { defineNotificationsJobs } from './jobs.ts';
import { notificationsHandlers } from './routes.ts';

export { notificationEffects, notify } from './notify.ts';
export type { NotificationInput } from './notify.ts';
export { unreadCount } from './store.ts';

/** Notifications of profiles. */
export const notifications = defineFeature({
  name: 'notifications',
  handlers: notificationsHandlers,
  jobs: defineNotificationsJobs,
  exporters: [exportNotificationsOf],
});
