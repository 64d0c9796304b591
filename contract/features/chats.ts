// /chats: the conversations of a profile.
import { z } from 'zod';
import type { Id } from '../ids.ts';
import {
  BLOCKED_WORD_MAX,
  BLOCKED_WORDS_MAX,
  CHATS_PAGE,
  CONTACTS_PAGE,
  MESSAGE_PRICE_MAX_CENTAVOS,
} from '../limits.ts';
import { route } from '../route.ts';
import type { ShowType } from '../shows.ts';
import { amountSchema, centavosSchema, id, instant, page } from '../wire.ts';
import { messageSchema } from './chats/messages.ts';
import { ORDER_STATUSES } from './orders/statuses.ts';
import { profileSummarySchema } from './profiles.ts';

declare module '../events.ts' {
  interface RealtimeEvents {
    /**
     * A conversation of mine changed: what is read, its settings, or a message that is in it
     * already. `typing`: the other one is writing; nothing changed.
     */
    chats: { id: string; messageId?: string; typing?: true };
    /**
     * A message arrived in a conversation of mine, or I sent one from another device. `show`: the
     * other one asks me to come to their show.
     */
    messages: { chatId: string; id: string; seq: number; show?: ShowType };
  }
  interface NotifiedLists {
    chats: Record<never, never>;
  }
}

export type ChatId = Id<'chat'>;

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
    online: z.boolean(),
    unreadMessages: z.int(),
    lastMessage: z.string().nullable().meta({
      description: 'what the viewer may read of the last message; null when it has no such text',
    }),
    lastMessageMine: z.boolean(),
    lastMessageMedia: z.boolean().meta({ description: 'it has media' }),
    lastMessageOrder: z.enum(ORDER_STATUSES).nullable().meta({
      description: 'it tells that a custom order reached this state',
    }),
    lastMessageShow: z.boolean().meta({ description: 'it asks to come to a show' }),
    lastMessageSendAt: instant,
    updatedAt: instant.meta({
      description: 'when the entry last changed for the viewer, also by reading',
    }),
    muted: z.boolean(),
    request: z.boolean().meta({
      description:
        'for producers, a first contact: a person without a follow, a subscription or a purchase wrote first, and has no answer yet',
    }),
  })
  .meta({ id: 'Chat' });

const params = z.object({ id: id('chat') });

/** What the viewer may write to the other one. */
const writingSchema = z.object({
  price: centavosSchema
    .nullable()
    .meta({ description: 'of one message; 0: free; null: the viewer may not write' }),
  refusal: z
    .enum(['chat.notContact', 'chat.followersOnly', 'chat.membersOnly', 'chat.ended'])
    .nullable()
    .meta({
      description:
        'why the viewer may not write; `chat.ended`: the other one removed their account, and what the viewer bought is left',
    }),
  media: z.boolean().meta({
    description: 'the viewer may attach media and set prices: producers where writing is free',
  }),
});

/**
 * The people who may write to a producer, and the price. Source: specification section 5, chat
 * options.
 */
const optionsSchema = z
  .object({
    audience: z.enum(['everyone', 'followers', 'members']).meta({
      description: 'who may write: members are subscribers',
    }),
    onlyTipped: z.boolean().meta({ description: 'each message of a fan costs `price`' }),
    membersFreeOfTip: z.boolean().meta({ description: 'subscribers write for free' }),
    freeListId: id('list').nullable().default(null).meta({
      description: 'who is in this list of mine, which is kept by hand, writes for free',
    }),
    price: amountSchema(1, MESSAGE_PRICE_MAX_CENTAVOS).meta({
      description: 'of one message of a fan',
    }),
  })
  .extend({
    blockedWords: z
      .array(z.string().trim().min(2).max(BLOCKED_WORD_MAX))
      .max(BLOCKED_WORDS_MAX)
      .default([])
      .meta({
        description: 'a message to me with one of these words is refused; accents and case ignored',
      }),
  })
  .meta({ id: 'ChatOptions' });

export const chatsRoutes = {
  'GET /chats': route({
    id: 'chats.list',
    summary:
      'My conversations, by their last message, newest first; the search looks in names, accents and case ignored',
    auth: 'member',
    query: z.object({
      ...page(CHATS_PAGE, 100),
      // A conversation moves to the top with each message, so that offsets repeat and leave out
      // entries; a cursor does not.
      before: z.string().max(200).optional().meta({
        description: "cursor of the previous page, steadier than the specification's offset",
      }),
      name: z.string().trim().max(60).optional(),
      unread: z
        .stringbool()
        .default(false)
        .meta({ description: 'only conversations with unread messages' }),
      requests: z.stringbool().default(false).meta({ description: 'only first contacts' }),
    }),
    reply: z.array(chatSchema),
    list: 'cursor',
  }),
  'GET /chats/contacts': route({
    id: 'chats.contacts',
    summary:
      'People to whom I may write, by name: whom I follow or subscribe to, and for producers their followers and members',
    auth: 'member',
    query: z.object({
      ...page(CONTACTS_PAGE, 50),
      name: z.string().trim().max(60).optional(),
      origin: z.enum(['all', 'following', 'followers', 'members']).default('all'),
      reset: z
        .stringbool()
        .default(false)
        .meta({ description: 'begins at the first one, whatever the offset' }),
    }),
    reply: z.array(profileSummarySchema),
    list: 'offset',
  }),
  'GET /chats/options': route({
    id: 'chats.options',
    summary: 'Who may write to me, and what it costs',
    auth: 'producer',
    reply: optionsSchema,
  }),
  'PUT /chats/options': route({
    id: 'chats.setOptions',
    summary: 'Sets who may write to me, and what it costs',
    auth: 'producer',
    body: optionsSchema,
    example: { audience: 'everyone', onlyTipped: true, membersFreeOfTip: true, price: 200 },
    reply: optionsSchema,
    errors: ['list.notFound', 'list.byRule'],
    perMinute: 30,
  }),
  'GET /chats/{slug}': route({
    id: 'chats.get',
    summary:
      'One conversation with what the viewer may do in it; by a domainName also one that has not begun',
    auth: 'member',
    params: z.object({ slug: z.string().min(1).max(60) }),
    reply: z
      .object({
        chat: chatSchema.nullable().meta({ description: 'null: it has not begun' }),
        profile: profileSummarySchema,
        writing: writingSchema,
        lastSeq: z.int().meta({ description: 'of the newest message; 0: none' }),
        readSeq: z.int().meta({ description: 'up to which the viewer has read' }),
        theirReadSeq: z.int().meta({
          description:
            'up to which the other one has read; 0 for a first contact until it is answered',
        }),
        deliveredAt: instant.nullable().meta({
          description: 'messages of the viewer up to here reached a device of the other one',
        }),
        stranger: z.boolean().meta({
          description:
            'neither of the two follows or subscribes to the other: media of the other one are not shown before the viewer wants it',
        }),
        links: z.boolean().meta({
          description:
            'the viewer follows or subscribes to the other one: links in their messages may be pressed',
        }),
        pinned: z.array(messageSchema),
      })
      .meta({ id: 'ChatRoom' }),
    errors: ['chat.notFound'],
  }),
  'PUT /chats/{id}': route({
    id: 'chats.set',
    summary: 'Mutes a conversation for me, or unmutes it',
    auth: 'member',
    params,
    body: z.object({ muted: z.boolean() }),
    example: { muted: true },
    reply: z.null(),
    errors: ['chat.notFound'],
    perMinute: 60,
  }),
  'POST /chats/{id}/read': route({
    id: 'chats.read',
    summary: 'Marks the messages of a conversation as read by me, up to a place or all of them',
    auth: 'member',
    params,
    body: z.object({ seq: z.int().min(0).optional() }),
    example: { seq: 12 },
    reply: z.null(),
    errors: ['chat.notFound'],
    perMinute: 240,
  }),
  'POST /chats/{id}/typing': route({
    id: 'chats.typing',
    summary: 'Tells the other one that I am writing; lasts a few seconds',
    auth: 'member',
    params,
    reply: z.null(),
    errors: ['chat.notFound'],
    perMinute: 60,
  }),
};
