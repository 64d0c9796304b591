// Error codes of funds and their statuses.

export const fundsErrors = {
  'wallet.insufficient': 402,
  'wallet.methodUnavailable': 400,
  'wallet.errorAddress': 400,
  'wallet.dayLimit': 409,
  'wallet.monthLimit': 409,

  'charge.notFound': 404,

  'card.notFound': 404,
  'card.invalidBin': 400,
  'card.refused': 400,
  'card.refusedForGood': 400,
  'card.activating': 409,
  'card.notAuthenticated': 400,
  'card.unreadable': 400,
  'card.tooMany': 409,
  'card.declines': 409,
  'card.declinesUnconfirmed': 409,
  'card.declinesNetwork': 409,
  'card.declinesDevice': 409,
  'card.declinesBin': 409,

  'receipt.notFound': 404,

  'transaction.notFound': 404,
  'transaction.notPossible': 409,
  'transaction.alreadyReleased': 409,
  'transaction.alreadyReversed': 409,
  'transaction.spent': 409,

  'dispute.notFound': 404,
  'dispute.alreadyDecided': 409,

  'cashOut.notFound': 404,
  'cashOut.unavailable': 503,
  'cashOut.noAccount': 409,
  'cashOut.accountTooNew': 409,
  'cashOut.noBalance': 409,
  'cashOut.kept': 409,
  'cashOut.owing': 409,
  'cashOut.dayLimit': 409,
  'cashOut.monthLimit': 409,
  'cashOut.alreadyDecided': 409,

  'statement.notFound': 404,
  'statement.alreadySettled': 409,

  'gateway.unavailable': 503,
  'gateway.refused': 400,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof fundsErrors, true> {}
}
