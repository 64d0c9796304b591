// Error codes of the team and their statuses.

export const teamErrors = {
  'team.notFound': 404,
  'team.invitationNotFound': 404,
  'team.alreadyMember': 409,
  'team.lastOwner': 409,
  'team.otherAddress': 403,
  'team.full': 409,
} as const satisfies Record<string, number>;

declare module '../../errors.ts' {
  interface ErrorCodes extends Record<keyof typeof teamErrors, true> {}
}
