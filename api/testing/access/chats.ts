// How the access walk and the walk of hidden profiles call the routes of chats.
import { insertChat } from '../chatting.ts';
import type { AccessCase } from './access-case.ts';
import type { ReadCase } from './read-case.ts';

export const chatsAccess = {
  'GET /chats': 'member',
} as const satisfies Record<string, AccessCase>;

export const chatsReads = {
  'GET /chats': {
    member: true,
    connect: (app, requester, profile) => insertChat(app, [requester, profile], { unread: 1 }),
    shows: () => [{}, { query: { name: 'segredo' } }, { query: { unread: 'true' } }],
  },
} satisfies Record<string, ReadCase>;
