// Error codes of spending and their statuses.

export const spendingErrors = {
  'spending.dayLimit': 409,
  'spending.monthLimit': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof spendingErrors, true> {}
}
