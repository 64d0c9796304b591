// Error codes of banks and their statuses.

export const banksErrors = {
  'bank.notFound': 404,
  'bank.notOwnDocument': 400,
  'bank.identityUnknown': 409,
  'bank.kindNeeded': 400,
  'bank.doubtfulDigit': 400,
  'bank.exists': 409,
  'bank.tooMany': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof banksErrors, true> {}
}
