// /chats: the conversations of a profile.
import { z } from 'zod';
import type { Id } from '../ids.ts';
import { route } from '../route.ts';
import { id, instant } from '../wire.ts';

declare module '../events.ts' {
  interface RealtimeEvents {
    /** A conversation of mine changed. */
    chats: { id: string };
    /** A message arrived in a conversation of mine. */
    messages: { chatId: string; id: string };
  }
  interface NotifiedLists {
    chats: Record<never, never>;
  }
}

export type ChatId = Id<'chat'>;

/** Source: specification section 9. */
const CHATS_PAGE = 40;

/**
 * A conversation as one of its two members sees it; profile, names and image are the other one's.
 * Source: specification section 3, chat room. Its `geolocationBlocks` are applied by the server and
 * not sent, because they say where a producer does not want to be found.
 */
const chatSchema = z
  .object({
    id: id('chat'),
    profileId: id('profile'),
    name: z.string(),
    domainName: z.string(),
    profileImage: z.string().nullable(),
    unreadMessages: z.int(),
    lastMessage: z.string().nullable().meta({
      description: 'what the viewer may read of the last message; null when it has no such text',
    }),
    lastMessageSendAt: instant,
    updatedAt: instant.meta({
      description: 'when the entry last changed for the viewer, also by reading',
    }),
  })
  .meta({ id: 'Chat' });

export const chatsRoutes = {
  'GET /chats': route({
    id: 'chats.list',
    summary:
      'My conversations, by their last message, newest first; the search looks in names, accents and case ignored',
    auth: 'member',
    // The specification pages by offset; a conversation moves to the top with each message, so that
    // offsets would repeat and leave out entries.
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(CHATS_PAGE),
      before: z.string().max(200).optional().meta({ description: 'cursor of the previous page' }),
      name: z.string().trim().max(60).optional(),
      unread: z
        .stringbool()
        .default(false)
        .meta({ description: 'only conversations with unread messages' }),
    }),
    reply: z.array(chatSchema),
    list: 'cursor',
  }),
};
