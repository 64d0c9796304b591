// How the access walk and the walk of hidden profiles call the routes of the queue of open work.
import { ANY_ID, type AccessCase } from './access-case.ts';
import type { ReadCase } from './read-case.ts';

const ofNoCase = (body?: object) =>
  ({
    for: 'admin',
    refused: 'todo.notFound',
    resources: () => ({ params: { kind: 'report', id: ANY_ID }, ...(body && { body }) }),
  }) as const satisfies AccessCase;

export const todoAccess = {
  'GET /dsb/todo': 'admin',
  'POST /dsb/todo/{kind}/{id}/claim': ofNoCase(),
  'DELETE /dsb/todo/{kind}/{id}/claim': ofNoCase(),
  'PUT /dsb/todo/{kind}/{id}/assignee': ofNoCase({ profileId: null }),
  'PUT /dsb/todo/{kind}/{id}/snooze': ofNoCase({ until: null }),
} as const satisfies Record<string, AccessCase>;

export const todoReads = {
  'GET /dsb/todo': 'administrators see all profiles',
} satisfies Record<string, ReadCase>;
