// Error codes of monthly packs and their statuses.

export const packsErrors = {
  'pack.underWay': 409,
  'pack.notFound': 404,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof packsErrors, true> {}
}
