// Keys of the queries about notifications. The first part is the list's name in realtime events.
export const notificationKeys = {
  all: ['notifications'],
  lists: ['notifications', 'list'],
  unread: ['notifications', 'unread'],
  settings: ['notifications', 'settings'],
  push: ['notifications', 'push'],
  /** Under `push`: both are asked again together. */
  browser: ['notifications', 'push', 'browser'],
} as const;
