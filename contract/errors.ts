// Error codes: a stable code -> the HTTP status. Names are `noun.reason`; `validate.*` are the
// messages of a single field. Each feature declares its own in its errors.ts, and contract/index.ts
// has the closed list. The text of each is in the texts of its feature, under the same key.

/**
 * Codes of the platform and of checks that several features make. Source: specification sections 5
 * and 8.
 */
export const platformErrors = {
  'validate.invalidRequest': 400,
  'validate.required': 400,
  'validate.invalid': 400,
  'validate.min': 400,
  'validate.max': 400,
  'validate.minValue': 400,
  'validate.maxValue': 400,
  'validate.weakPassword': 400,
  'validate.wrongPassword': 400,
  'validate.adultOnly': 400,
  'validate.taken': 400,
  'validate.reserved': 400,
  'validate.filter': 400,

  'request.originMissing': 403,
  'request.bodyTooLarge': 413,
  'request.unsupportedMediaType': 415,
  'request.tooMany': 429,
  'request.idempotencyKeyMissing': 400,
  'request.idempotencyMismatch': 409,

  'auth.required': 401,
  'auth.expired': 401,
  'auth.captchaRefused': 400,
  'auth.captchaUnavailable': 503,
  'auth.forbidden': 403,
  'auth.producersOnly': 403,
  'auth.adminsOnly': 403,
  'auth.rightMissing': 403,

  'stepUp.required': 403,
  'decision.own': 403,
  'decision.proposer': 403,
  'decision.claimed': 409,

  'country.refused': 451,

  'route.notFound': 404,

  'server.unavailable': 503,
  'server.failure': 500,
} as const satisfies Record<string, number>;

/** Every code; each feature adds its own in its errors.ts. */
export interface ErrorCodes extends Record<keyof typeof platformErrors, true> {}

/** A stable machine-readable word for what went wrong. */
export type ErrorCode = keyof ErrorCodes;

/** What one field of a refused request did wrong: the code and what its text needs. */
export type FieldError = {
  code: ErrorCode;
  min?: number;
  max?: number;
  size?: number;
  /** Whom or what the text names. */
  name?: string;
};
