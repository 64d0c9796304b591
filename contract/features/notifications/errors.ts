// Error codes of notifications and their statuses.

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof notificationsErrors, true> {}
}

export const notificationsErrors = {
  /** The address is at no push service that is known here. */
  'push.endpointRefused': 422,
  'push.tooManyDevices': 409,
  'push.notFound': 404,
} as const satisfies Record<string, number>;
