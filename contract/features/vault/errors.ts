// Error codes of vault and their statuses.

export const vaultErrors = {
  'folder.notFound': 404,
  'folder.tooMany': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof vaultErrors, true> {}
}
