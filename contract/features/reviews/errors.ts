// Error codes of the review before publication and their statuses.

export const reviewsErrors = {
  'review.notFound': 404,
  'review.alreadyDecided': 409,
  'review.changed': 409,
  'review.notRefused': 409,
  'review.settingsChanged': 409,
  'review.sold': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof reviewsErrors, true> {}
}
