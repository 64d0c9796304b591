// Error codes of people in the dashboard and their statuses.

export const userErrors = {
  'user.notFound': 404,
  'user.alreadyBlocked': 409,
  'user.notBlocked': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof userErrors, true> {}
}
