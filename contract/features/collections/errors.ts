// Error codes of collections and their statuses.

export const collectionsErrors = {
  'collection.notFound': 404,
  'collection.notForSale': 400,
  'collection.changed': 409,
  'collection.tooMany': 409,
  'collection.postNotLocked': 400,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof collectionsErrors, true> {}
}
