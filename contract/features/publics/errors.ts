// Error codes of publics and their statuses.

export const publicsErrors = {
  'policy.notFound': 404,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof publicsErrors, true> {}
}
