// Error codes of overlays and their statuses.

export const overlaysErrors = {
  'webhook.notFound': 404,
  'webhook.urlRefused': 400,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof overlaysErrors, true> {}
}
