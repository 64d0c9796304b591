// Error codes of conversations and their statuses.

export const chatsErrors = {
  'chat.notFound': 404,
  'chat.notContact': 403,
  'chat.followersOnly': 403,
  'chat.membersOnly': 403,
  'chat.priceChanged': 409,
  'broadcast.notFound': 404,
  'broadcast.started': 409,
  'broadcast.ended': 409,
  'broadcast.notSent': 409,
  'broadcast.notStopped': 409,
  'broadcast.withheld': 409,
  'automation.notFound': 404,
  'automation.tooMany': 409,
  'savedReply.notFound': 404,
  'savedReply.tooMany': 409,
  'message.notFound': 404,
  'message.empty': 400,
  'message.nothingToSell': 400,
  'message.notEditable': 409,
  'message.sold': 409,
  'message.blockedWord': 400,
  'chat.tooManyBegun': 429,
  'message.notForSale': 400,
  'message.notReady': 409,
  'message.changed': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof chatsErrors, true> {}
}
