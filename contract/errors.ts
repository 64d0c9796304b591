// The closed list of failures: a stable code -> the HTTP status. The text of each is in the
// server's locale files under the same key.
import { authErrors } from './features/auth/errors.ts';
import { banksErrors } from './features/banks/errors.ts';
import { commentsErrors } from './features/comments/errors.ts';
import { exportsErrors } from './features/exports/errors.ts';
import { fundsErrors } from './features/funds/errors.ts';
import { goalsErrors } from './features/goals/errors.ts';
import { helpErrors } from './features/help/errors.ts';
import { mediaErrors } from './features/media/errors.ts';
import { postsErrors } from './features/posts/errors.ts';
import { profilesErrors } from './features/profiles/errors.ts';
import { publicsErrors } from './features/publics/errors.ts';
import { reportsErrors } from './features/reports/errors.ts';
import { spendingErrors } from './features/spending/errors.ts';
import { subscriptionsErrors } from './features/subscriptions/errors.ts';
import { tiersErrors } from './features/tiers/errors.ts';
import { vaultErrors } from './features/vault/errors.ts';
import { verificationsErrors } from './features/verifications/errors.ts';
import { welcomeErrors } from './features/welcome/errors.ts';

/**
 * Every failure a caller may meet. Names are `noun.reason`; `validate.*` are the messages of a
 * single field. Each feature declares its own; here are those of the platform and of checks that
 * several features make. Source: specification sections 5 and 8.
 */
export const errors = {
  'validate.invalidRequest': 400,
  'validate.required': 400,
  'validate.invalid': 400,
  'validate.min': 400,
  'validate.max': 400,
  'validate.size': 400,
  'validate.minValue': 400,
  'validate.maxValue': 400,
  'validate.weakPassword': 400,
  'validate.wrongPassword': 400,
  'validate.passwordMismatch': 400,
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
  'request.inProgress': 409,
  'request.methodNotAllowed': 405,

  'auth.required': 401,
  'auth.expired': 401,
  'auth.captchaRefused': 400,
  'auth.captchaUnavailable': 503,
  'auth.forbidden': 403,
  'auth.producersOnly': 403,
  'auth.adminsOnly': 403,

  'stepUp.required': 403,
  'decision.own': 403,

  'route.notFound': 404,

  'server.unavailable': 503,
  'server.failure': 500,

  ...authErrors,
  ...banksErrors,
  ...commentsErrors,
  ...exportsErrors,
  ...fundsErrors,
  ...goalsErrors,
  ...helpErrors,
  ...mediaErrors,
  ...postsErrors,
  ...profilesErrors,
  ...publicsErrors,
  ...reportsErrors,
  ...spendingErrors,
  ...subscriptionsErrors,
  ...tiersErrors,
  ...vaultErrors,
  ...verificationsErrors,
  ...welcomeErrors,
} as const satisfies Record<string, number>;

/** A stable machine-readable word for what went wrong. */
export type ErrorCode = keyof typeof errors;

/** What one field of a refused request did wrong: the code and the numbers its text needs. */
export type FieldError = { code: ErrorCode; min?: number; max?: number; size?: number };
