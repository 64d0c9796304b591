// What other features and the app may use of notifications.
export { NotificationBell, UnreadNotifications } from './Bell.tsx';
