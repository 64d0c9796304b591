// Error codes of live shows and their statuses.

export const livesErrors = {
  'live.notFound': 404,
  'live.alreadyLive': 409,
  'live.callNotAccepted': 409,
  'live.notOnAir': 409,
  'live.refused': 403,
  'live.full': 503,
  'live.badOffer': 400,
  'live.sentByProgram': 409,
  'live.sentByDevice': 409,
  'live.unavailable': 503,
  'live.useHls': 409,
  'live.withheld': 409,

  'ingest.keyNotFound': 404,
  'ingest.keyInvalid': 401,
  'ingest.keyHeld': 409,
  'ingest.tooManyKeys': 409,

  'recording.notFound': 404,
  'recording.notAllowed': 409,
  'recording.running': 409,
  'recording.range': 400,

  'frame.notFound': 404,
  'live.entryRequired': 403,
  'live.entryRefused': 403,
  'live.entryByPlace': 400,
  'live.priceChanged': 409,
  'live.spiesOff': 409,
  'live.groupWaiting': 409,
  'live.callsOff': 409,
  'live.callsFull': 409,
  'live.callNotFound': 404,
  'live.reverseOff': 409,
  'live.reverseNotAsked': 409,
  'live.notInRoom': 403,
  'live.muted': 403,
  'live.kicked': 403,
  'live.banned': 403,
  'live.followersOnly': 403,
  'live.subscribersOnly': 403,
  'live.tippersOnly': 403,
  'live.slowMode': 429,
  'live.messageNotFound': 404,
  'live.notModerator': 403,
  'live.protectedPerson': 403,
  'live.personNotFound': 404,
  'live.tooManyModerators': 409,
  'live.itemNotFound': 404,
  'live.itemPriceChanged': 409,
  'live.tooManyItems': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof livesErrors, true> {}
}
