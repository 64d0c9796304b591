// Error codes of verifications and their statuses.

export const verificationsErrors = {
  'documents.notViewed': 409,

  'age.proofRequired': 403,
  'age.notProven': 400,
  'age.methodNotOffered': 404,
  'age.unavailable': 503,
  'age.tryEnded': 404,
  'age.notContestable': 403,
  'age.alreadyAsked': 409,
  'age.alreadyDecided': 409,
  'age.settingsChanged': 409,

  'producer.notAsked': 404,
  'producer.alreadyAsked': 409,
  'producer.alreadyDecided': 409,

  'performer.notFound': 404,
  'performer.notReady': 400,
  'performer.noPost': 400,
  'performer.noMessage': 400,
  'performer.noLive': 400,
  'performer.noDownload': 400,
  'performer.noResale': 400,
  'performer.tooMany': 409,
  'performer.inPosts': 409,
  'performer.declared': 409,
  'performer.alreadyAnswered': 409,
  'performer.alreadyDecided': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof verificationsErrors, true> {}
}
