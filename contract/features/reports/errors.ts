// Error codes of reports and their statuses.

export const reportsErrors = {
  'report.notFound': 404,
  'report.alreadyDecided': 409,
  'report.nothingToRemove': 409,
  'report.changed': 409,
  'report.tooMany': 429,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof reportsErrors, true> {}
}
