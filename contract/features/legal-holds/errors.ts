// Error codes of legal holds and their statuses.

export const legalHoldsErrors = {
  'legalHold.notFound': 404,
  'legalHold.noSubject': 404,
  'legalHold.alreadyHeld': 409,
  'account.held': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof legalHoldsErrors, true> {}
}
