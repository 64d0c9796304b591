// How the access walk and the walk of hidden profiles call the routes of lists.
import { type AccessCase, byId } from './access-case.ts';
import type { ReadCase } from './read-case.ts';

const NOT_FOUND = 'list.notFound';

export const listsAccess = {
  'GET /lists': 'producer',
  'POST /lists': 'producer',
  'PUT /lists/{id}': byId('producer', NOT_FOUND, ({ listId }) => listId, { name: 'Outra' }),
  'DELETE /lists/{id}': byId('producer', NOT_FOUND, ({ listId }) => listId),
  'GET /lists/{id}/members': byId('producer', NOT_FOUND, ({ listId }) => listId),
  'PUT /lists/{id}/members': byId('producer', NOT_FOUND, ({ listId }) => listId, {}),
  'POST /lists/count': {
    for: 'producer',
    refused: NOT_FOUND,
    resources: ({ listId }) => ({ body: { include: [{ kind: 'list', id: listId }] } }),
  },
} as const satisfies Record<string, AccessCase>;

export const listsReads = {
  'GET /lists': 'shows only the viewer’s own data',
  'GET /lists/{id}/members':
    'for producers, while the walk reads as members: lists.test.ts hides profiles',
} satisfies Record<string, ReadCase>;
