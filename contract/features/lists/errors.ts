// Error codes of lists and their statuses.

export const listsErrors = {
  'list.notFound': 404,
  'list.tooMany': 409,
  'list.byRule': 409,
  'list.placeAlone': 400,
  'list.placeTooSmall': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof listsErrors, true> {}
}
