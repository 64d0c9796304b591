// Error codes of exports and their statuses.

export const exportsErrors = {
  'export.underWay': 409,
  'export.notFound': 404,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof exportsErrors, true> {}
}
