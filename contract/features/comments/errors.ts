// Error codes of comments and their statuses.

export const commentsErrors = {
  'comment.notFound': 404,
  'comment.off': 403,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof commentsErrors, true> {}
}
