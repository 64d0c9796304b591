// Error codes of subscriptions and their statuses.

export const subscriptionsErrors = {
  'subscription.notFound': 404,
  'subscription.changed': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof subscriptionsErrors, true> {}
}
