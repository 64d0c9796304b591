// Error codes of auth and their statuses.

export const authErrors = {
  'auth.invalidCredentials': 400,
  'auth.refreshRefused': 401,
  'auth.secondFactorRequired': 401,

  'secondFactor.wrong': 400,
  'secondFactor.exists': 409,
  'secondFactor.needed': 409,
  'secondFactor.notFound': 404,
  'secondFactor.tooMany': 409,

  'identity.notOffered': 404,
  'identity.unavailable': 503,
  'identity.refused': 400,
  'identity.registrationNeeded': 409,
  'identity.taken': 409,
  'identity.notLinked': 404,
  'identity.lastWayIn': 409,

  'token.invalid': 400,

  'account.moneyLeft': 409,

  'session.notFound': 404,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof authErrors, true> {}
}
