// The closed list of failures: a stable code -> the HTTP status. The text of each is in the server's locale files under the same key.

/**
 * Every failure a caller may meet. Names are `noun.reason`; `validate.*` are the messages of a single field.
 * Source: specification sections 5 and 8.
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
  'auth.invalidCredentials': 400,
  'auth.refreshRefused': 401,
  'auth.captchaRefused': 400,
  'auth.secondFactorRequired': 401,
  'auth.forbidden': 403,
  'auth.producersOnly': 403,
  'auth.adminsOnly': 403,

  'stepUp.required': 403,
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

  'export.underWay': 409,
  'export.notFound': 404,

  'token.invalid': 400,
  'account.moneyLeft': 409,
  'session.notFound': 404,

  'age.proofRequired': 403,
  'age.notProven': 400,
  'age.alreadyAsked': 409,
  'age.alreadyDecided': 409,
  'age.settingsChanged': 409,

  'ticket.notFound': 404,
  'ticket.alreadyAnswered': 409,

  'producer.notAsked': 404,
  'producer.alreadyAsked': 409,
  'producer.alreadyDecided': 409,

  'welcome.notFound': 404,
  'profile.notFound': 404,
  'profile.notLocated': 404,
  'profile.blocked': 403,
  'profile.notSelf': 400,

  'geoBlock.exists': 409,
  'geoBlock.covered': 409,
  'geoBlock.tooMany': 409,
  'geoBlock.notFound': 404,

  'post.notFound': 404,
  'post.locked': 403,
  'post.empty': 400,
  'post.tooManyMedias': 400,
  'post.oneAudioOnly': 400,
  'post.notForSale': 400,
  'post.tipsOff': 400,
  'post.sold': 409,
  'post.started': 409,

  'media.notFound': 404,
  'media.processingFailed': 400,
  'media.encoderMissing': 400,
  'upload.typeNotAllowed': 400,
  'upload.tooLarge': 400,
  'upload.notFound': 400,
  'upload.forged': 400,
  'upload.damaged': 400,
  'upload.tooManyPixels': 400,
  'upload.tooLong': 400,
  'upload.archiveRefused': 400,
  'upload.blocked': 400,
  'upload.incomplete': 400,

  'comment.notFound': 404,
  'comment.off': 403,

  'tier.none': 409,
  'tier.notFound': 404,
  'tier.cooldown': 409,
  'tier.tooMany': 409,
  'promotion.notFound': 404,
  'promotion.over': 409,
  'promotion.used': 409,
  'subscription.notFound': 404,
  'subscription.changed': 409,
  'goal.notFound': 404,
  'goal.tooMany': 409,

  'wallet.insufficient': 402,
  'wallet.methodUnavailable': 400,
  'wallet.amountNotOffered': 400,
  'wallet.errorAddress': 400,
  'wallet.dayLimit': 409,
  'wallet.monthLimit': 409,
  'charge.notFound': 404,

  'card.notFound': 404,
  'card.invalidBin': 400,
  'card.refused': 400,
  'card.refusedForGood': 400,
  'card.unreadable': 400,
  'card.tooMany': 409,

  'bank.notFound': 404,
  'bank.notOwnDocument': 400,
  'bank.identityUnknown': 409,
  'bank.kindNeeded': 400,
  'bank.doubtfulDigit': 400,
  'bank.exists': 409,
  'bank.tooMany': 409,

  'receipt.notFound': 404,
  'spending.dayLimit': 409,
  'spending.monthLimit': 409,
  'transaction.notFound': 404,
  'transaction.notPossible': 409,
  'transaction.alreadyReleased': 409,
  'transaction.alreadyReversed': 409,
  'transaction.spent': 409,

  'cashOut.notFound': 404,
  'cashOut.unavailable': 503,
  'cashOut.noAccount': 409,
  'cashOut.accountTooNew': 409,
  'cashOut.noBalance': 409,
  'cashOut.dayLimit': 409,
  'cashOut.monthLimit': 409,
  'cashOut.alreadyDecided': 409,

  'gateway.unavailable': 503,
  'gateway.refused': 400,

  'route.notFound': 404,
  'server.unavailable': 503,
  'server.failure': 500,
} as const satisfies Record<string, number>;

/** A stable machine-readable word for what went wrong. */
export type ErrorCode = keyof typeof errors;

/** What one field of a refused request did wrong: the code and the numbers its text needs. */
export type FieldError = { code: ErrorCode; min?: number; max?: number; size?: number };
