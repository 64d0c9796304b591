// What other features may do with notifications: tell something, and count what waits to be read.
export { exportNotificationsOf } from './export-store.ts';
export { defineNotificationsJobs } from './jobs.ts';
export { notify } from './notice.ts';
export type { Notice, NotificationType } from './notice.ts';
export { notificationsHandlers } from './routes.ts';
export { unreadCount } from './store.ts';
