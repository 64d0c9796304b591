// How the access walk and the walk of hidden profiles call the routes of the team.
import { ANY_ID, type AccessCase, byId } from './access-case.ts';
import type { ReadCase } from './read-case.ts';

const ofNoPerson = (body: object) =>
  ({
    for: 'admin',
    refused: 'team.notFound',
    resources: () => ({ params: { userId: ANY_ID }, body }),
  }) as const satisfies AccessCase;

export const teamAccess = {
  'GET /dsb/team': 'admin',
  'POST /dsb/team/invitations': 'admin',
  'DELETE /dsb/team/invitations/{id}': byId('admin', 'team.invitationNotFound', () => ANY_ID),
  'POST /team/join': {
    for: 'member',
    refused: 'token.invalid',
    resources: () => ({ body: { token: 'a-token-that-was-never-sent' } }),
  },
  'PUT /dsb/team/{userId}': ofNoPerson({ role: 'support' }),
  'DELETE /dsb/team/{userId}': ofNoPerson({}),
} as const satisfies Record<string, AccessCase>;

export const teamReads = {
  'GET /dsb/team': 'administrators see all profiles',
} satisfies Record<string, ReadCase>;
