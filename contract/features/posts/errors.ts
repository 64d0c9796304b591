// Error codes of posts and their statuses.

export const postsErrors = {
  'post.notFound': 404,
  'post.locked': 403,
  'post.empty': 400,
  'post.tooManyMedias': 400,
  'post.oneAudioOnly': 400,
  'post.notForSale': 400,
  'post.tipsOff': 400,
  'post.sold': 409,
  'post.started': 409,
  'post.withheld': 409,
  'post.previewKind': 400,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof postsErrors, true> {}
}
