// Error codes of goals and their statuses.

export const goalsErrors = {
  'goal.notFound': 404,
  'goal.tooMany': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof goalsErrors, true> {}
}
