// Addresses of the pages of notifications.
export const NOTIFICATIONS_PATH = '/notifications';
export const NOTIFICATION_SETTINGS_PATH = '/settings/notifications';
