// Error codes of overlays and their statuses.

export const overlaysErrors = {
  'webhook.notFound': 404,
  'webhook.urlRefused': 400,
  'overlay.linkNotFound': 404,
  'overlay.tooManyLinks': 409,
  'overlay.tooManyStreams': 429,
  'toy.notOffered': 409,
  'toy.notPaired': 409,
  'toy.unavailable': 503,
  'toy.pairingUnknown': 404,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof overlaysErrors, true> {}
}
