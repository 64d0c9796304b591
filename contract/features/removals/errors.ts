// Error codes of removal requests and their statuses.

export const removalsErrors = {
  'removal.nothingNamed': 400,
  'removal.pictureInvalid': 400,
  'removal.pictureTooPlain': 400,
  'removal.tooMany': 429,
  'removal.notFound': 404,
  'removal.alreadyDecided': 409,
  'removal.searching': 409,
  'removal.changed': 409,
  'removal.nothingLeft': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof removalsErrors, true> {}
}
