// What other features and the app may use of notifications.
export { NotificationBell, UnreadNotifications } from './Bell.tsx';
export { ageOf, byDay } from './days.ts';
export { notificationKeys } from './keys.ts';
export { unreadQuery } from './queries.ts';
