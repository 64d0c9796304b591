// Error codes of media and their statuses.

export const mediaErrors = {
  'media.notFound': 404,
  'media.processingFailed': 400,
  'media.encoderMissing': 400,
  'media.workerLost': 400,
  'media.cancelled': 400,
  'media.notKept': 409,
  'media.notInWork': 409,
  'media.withheld': 409,

  'captions.invalid': 400,

  'upload.typeNotAllowed': 400,
  'upload.tooLarge': 400,
  'upload.notFound': 400,
  'upload.forged': 400,
  'upload.damaged': 400,
  'upload.tooManyPixels': 400,
  'upload.animationTooLarge': 400,
  'upload.tooLong': 400,
  'upload.archiveRefused': 400,
  'upload.blocked': 400,
  'upload.incomplete': 400,
  'upload.heic': 400,
  'upload.quota': 400,
  'upload.storageFull': 503,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof mediaErrors, true> {}
}
