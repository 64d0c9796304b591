// Error codes of custom orders and their statuses.

export const ordersErrors = {
  'order.notFound': 404,
  'order.tooMany': 409,
  'order.tooOften': 429,
  'order.notPossible': 409,
  'order.priceChanged': 409,
  'order.late': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof ordersErrors, true> {}
}
