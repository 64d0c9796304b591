// Error codes of help and their statuses.

export const helpErrors = {
  'ticket.notFound': 404,
  'ticket.alreadyAnswered': 409,
  'ticket.noDecision': 404,
  'ticket.otherAdmin': 409,
  'ticket.appealOver': 409,
  'ticket.appealed': 409,
  'ticket.refundAsked': 409,
  'ticket.tooMany': 429,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof helpErrors, true> {}
}
