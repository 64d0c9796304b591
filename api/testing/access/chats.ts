// How the access walk and the walk of hidden profiles call the routes of chats.
import { insertChat } from '../chatting.ts';
import { type AccessCase, byId } from './access-case.ts';
import type { Input, ReadCase } from './read-case.ts';

const NO_CHAT = 'chat.notFound';
const NO_AUTOMATION = 'automation.notFound';
const NO_REPLY = 'savedReply.notFound';
const NO_MESSAGE = 'message.notFound';
const NO_BROADCAST = 'broadcast.notFound';

const bySlug = (query?: Record<string, string>) =>
  ({
    for: 'member',
    refused: NO_CHAT,
    resources: ({ chatId }) => ({ params: { slug: chatId }, ...(query && { query }) }),
  }) as const satisfies AccessCase;

export const chatsAccess = {
  'GET /chats': 'member',
  'GET /chats/contacts': 'member',
  'GET /chats/options': 'producer',
  'PUT /chats/options': 'producer',
  'GET /chats/{slug}': bySlug(),
  'GET /chats/{slug}/messages': bySlug(),
  'GET /chats/{slug}/search': bySlug({ text: 'oi' }),
  'PUT /chats/{id}': byId('member', NO_CHAT, ({ chatId }) => chatId, { muted: true }),
  'POST /chats/{id}/read': byId('member', NO_CHAT, ({ chatId }) => chatId, {}),
  'POST /chats/{id}/typing': byId('member', NO_CHAT, ({ chatId }) => chatId, {}),
  'POST /chats/many': {
    for: 'producer',
    refused: 'list.notFound',
    resources: ({ listId }) => ({
      body: { include: [{ kind: 'list', id: listId }], message: 'Oi!' },
    }),
  },
  'GET /chats/broadcasts': 'producer',
  'GET /chats/broadcasts/{id}': byId('producer', NO_BROADCAST, ({ broadcastId }) => broadcastId),
  'PUT /chats/broadcasts/{id}': byId('producer', NO_BROADCAST, ({ broadcastId }) => broadcastId, {
    message: 'Oi!',
  }),
  'DELETE /chats/broadcasts/{id}': byId('producer', NO_BROADCAST, ({ broadcastId }) => broadcastId),
  'POST /chats/broadcasts/{id}/continue': byId(
    'producer',
    NO_BROADCAST,
    ({ broadcastId }) => broadcastId,
  ),
  'POST /chats/broadcasts/{id}/resend': byId(
    'producer',
    NO_BROADCAST,
    ({ broadcastId }) => broadcastId,
  ),
  'GET /chats/automations': 'producer',
  'POST /chats/automations': 'producer',
  'PUT /chats/automations/{id}': byId(
    'producer',
    NO_AUTOMATION,
    ({ automationId }) => automationId,
    { trigger: 'follow', message: 'Oi!' },
  ),
  'DELETE /chats/automations/{id}': byId(
    'producer',
    NO_AUTOMATION,
    ({ automationId }) => automationId,
  ),
  'GET /chats/automations/log': 'producer',
  'GET /chats/replies': 'producer',
  'POST /chats/replies': 'producer',
  'PUT /chats/replies/{id}': byId('producer', NO_REPLY, ({ savedReplyId }) => savedReplyId, {
    title: 'Oi',
    text: 'Oi!',
  }),
  'DELETE /chats/replies/{id}': byId('producer', NO_REPLY, ({ savedReplyId }) => savedReplyId),
  'GET /chats/{id}/fan': byId('producer', NO_CHAT, ({ chatId }) => chatId),
  'POST /chats/messages': {
    for: 'member',
    refused: 'profile.notFound',
    resources: ({ shyId }) => ({ body: { receiverId: shyId, message: 'Oi!' } }),
  },
  'POST /chats/send-camera': {
    for: 'producer',
    refused: 'profile.notFound',
    resources: ({ shyId }) => ({ body: { receiverId: shyId } }),
  },
  'PUT /chats/messages/{id}': byId('member', NO_MESSAGE, ({ messageId }) => messageId, {
    message: 'Oi!',
  }),
  'DELETE /chats/messages/{id}': byId('member', NO_MESSAGE, ({ messageId }) => messageId),
  'PUT /chats/messages/{id}/reaction': byId('member', NO_MESSAGE, ({ messageId }) => messageId, {
    emoji: '❤️',
  }),
  'PUT /chats/messages/{id}/pin': byId('member', NO_MESSAGE, ({ messageId }) => messageId, {
    pinned: true,
  }),
  'POST /chats/messages/{id}/purchase': byId('member', NO_MESSAGE, ({ messageId }) => messageId, {
    price: 500,
    version: 1,
  }),
} as const satisfies Record<string, AccessCase>;

const named = (query?: Input['query']): Input[] => [{ params: { slug: 'segredo' }, query }];
/** In place of the conversation that another case of the walk began. */
const begin: NonNullable<Exclude<ReadCase, string>['connect']> = async (
  app,
  requester,
  profile,
) => {
  await app.ctx.pool.query(
    'DELETE FROM chats WHERE id IN (SELECT chat_id FROM chat_members WHERE profile_id = $1 AND other_id = $2)',
    [requester.profileId, profile.profileId],
  );
  await insertChat(app, [requester, profile], { unread: 1 });
};

export const chatsReads = {
  'GET /chats': {
    member: true,
    connect: begin,
    shows: () => [{}, { query: { name: 'segredo' } }, { query: { unread: 'true' } }],
  },
  'GET /chats/contacts': { member: true, shows: () => [{}, { query: { name: 'segredo' } }] },
  'GET /chats/automations': 'shows only the viewer’s own data',
  'GET /chats/automations/log':
    'for producers, while the walk reads as members: automations.test.ts hides profiles',
  'GET /chats/replies': 'shows only the viewer’s own data',
  'GET /chats/{id}/fan':
    'for producers, while the walk reads as members: fan.test.ts hides profiles',
  'GET /chats/options': 'shows only the viewer’s own data',
  'GET /chats/broadcasts': 'shows only the viewer’s own data',
  'GET /chats/broadcasts/{id}': 'shows only the viewer’s own data',
  'GET /chats/{slug}': { member: true, connect: begin, shows: () => named() },
  'GET /chats/{slug}/messages': { member: true, connect: begin, shows: () => named() },
  'GET /chats/{slug}/search': { member: true, connect: begin, shows: () => named({ text: 'oi' }) },
} satisfies Record<string, ReadCase>;
