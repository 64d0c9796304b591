// How the access walk and the walk of hidden profiles call the routes of people in the dashboard.
import { ANY_ID, type AccessCase } from './access-case.ts';
import type { ReadCase } from './read-case.ts';

const ofNoAccount = (body?: unknown) =>
  ({
    for: 'admin',
    refused: 'user.notFound',
    resources: () => ({ params: { userId: ANY_ID }, ...(body !== undefined && { body }) }),
  }) as const satisfies AccessCase;

export const userAccess = {
  'GET /dsb/user': 'admin',
  'GET /dsb/user/{userId}': ofNoAccount(),
  'GET /dsb/user/{userId}/sessions': ofNoAccount(),
  'GET /dsb/user/{userId}/reports': ofNoAccount(),
  'GET /dsb/user/{userId}/decisions': ofNoAccount(),
  'GET /dsb/user/{userId}/follows': ofNoAccount(),
  'GET /dsb/user/{userId}/followers': ofNoAccount(),
  'GET /dsb/user/{userId}/notes': ofNoAccount(),
  'POST /dsb/user/{userId}/notes': ofNoAccount({ text: 'Nota' }),
  'DELETE /dsb/user/{userId}': ofNoAccount({ reason: 'Spam' }),
  'POST /dsb/user/{userId}/unblock': ofNoAccount({ reason: 'Engano' }),
} as const satisfies Record<string, AccessCase>;

const ADMIN = 'administrators see all profiles';

export const userReads = {
  'GET /dsb/user': ADMIN,
  'GET /dsb/user/{userId}': ADMIN,
  'GET /dsb/user/{userId}/sessions': ADMIN,
  'GET /dsb/user/{userId}/reports': ADMIN,
  'GET /dsb/user/{userId}/decisions': ADMIN,
  'GET /dsb/user/{userId}/follows': ADMIN,
  'GET /dsb/user/{userId}/followers': ADMIN,
  'GET /dsb/user/{userId}/notes': ADMIN,
} satisfies Record<string, ReadCase>;
