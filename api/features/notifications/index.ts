// What other features may use of notifications: creating them, and the unread count.
export { exportNotificationsOf } from './export-store.ts';
export { defineNotificationsJobs } from './jobs.ts';
export { notify } from './notify.ts';
export type { NotificationInput } from './notify.ts';
export { notificationsHandlers } from './routes.ts';
export { unreadCount } from './store.ts';
