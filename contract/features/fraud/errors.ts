// Error codes of fraud limits and alerts, and their statuses.

export const fraudErrors = {
  'fraud.pairAmount': 409,
  'fraud.pairSales': 409,
  'fraud.newPayer': 409,
  'fraud.notFound': 404,
  'fraud.alreadyDecided': 409,
  'fraud.notPossible': 409,
  'fraud.changed': 409,
  'fraud.settingsChanged': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof fraudErrors, true> {}
}
