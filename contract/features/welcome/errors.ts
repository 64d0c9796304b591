// Error codes of welcome and their statuses.

export const welcomeErrors = {
  'welcome.notFound': 404,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof welcomeErrors, true> {}
}
