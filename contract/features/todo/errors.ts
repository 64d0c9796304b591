// Error codes of the queue of open work and their statuses.

export const todoErrors = {
  'todo.notFound': 404,
  'todo.notAssignable': 409,
  'todo.beyondDeadline': 400,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof todoErrors, true> {}
}
