// Error codes of profiles and their statuses.

export const profilesErrors = {
  'profile.notFound': 404,
  'profile.notLocated': 404,
  'profile.blocked': 403,
  'profile.notSelf': 400,
  'profile.viewAsOwnerOnly': 403,

  'geoBlock.exists': 409,
  'geoBlock.covered': 409,
  'geoBlock.countryCovered': 409,
  'geoBlock.tooMany': 409,
  'geoBlock.notFound': 404,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof profilesErrors, true> {}
}
