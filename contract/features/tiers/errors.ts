// Error codes of tiers and their statuses.

export const tiersErrors = {
  'tier.none': 409,
  'tier.notFound': 404,
  'tier.cooldown': 409,
  'tier.tooMany': 409,

  'promotion.notFound': 404,
  'promotion.over': 409,
  'promotion.used': 409,
  'promotion.notNew': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof tiersErrors, true> {}
}
