// Messages of /chats: reading, sending, changing and buying them.
import { z } from 'zod';
import type { Id } from '../../ids.ts';
import {
  MESSAGE_MAX,
  MESSAGE_MEDIAS_MAX,
  MESSAGES_PAGE,
  PRICE_MAX_CENTAVOS,
  PRICE_MIN_CENTAVOS,
  REACTIONS,
} from '../../limits.ts';
import { route } from '../../route.ts';
import { messageVersion } from '../../sales.ts';
import { SHOW_TYPES } from '../../shows.ts';
import { amountSchema, centavosSchema, id, instant } from '../../wire.ts';
import { attachedMedia, mediaPerformers, mediaSchema } from '../media.ts';
import { ORDER_STATUSES } from '../orders/statuses.ts';

export type MessageId = Id<'message'>;
/** Id of text and media that are sent in one or many messages, and may be sold. */
export type MessageContentId = Id<'messageContent'>;

/**
 * The author of a message. `person`: the sender, by their own hand. `team`: a named member of the
 * producer's team. `automation`: sent by a rule of the producer. `ai`: written by a model.
 */
const MESSAGE_WRITERS = ['person', 'team', 'automation', 'ai'] as const;
export type MessageWriter = (typeof MESSAGE_WRITERS)[number];

const counts = {
  images: z.int(),
  videos: z.int(),
  audios: z.int(),
  files: z.int(),
};

/**
 * A message as its viewer may see it. Source: specification section 3, chat message; `sendFromId`,
 * `displayMessage` and `paidContent` are its names.
 */
export const messageSchema = z
  .object({
    id: id('message'),
    chatId: id('chat'),
    seq: z.int().min(1).meta({ description: 'place in the conversation: 1, 2, 3... without gaps' }),
    clientKey: z.string().nullable().meta({
      description: 'the Idempotency-Key it was sent with; for its sender only',
    }),
    sendFromId: id('profile'),
    receiverId: id('profile'),
    mine: z.boolean(),
    writer: z.object({
      kind: z.enum(MESSAGE_WRITERS),
      name: z.string().nullable().meta({ description: 'of a member of the team' }),
    }),
    content: z.string().meta({ description: "plain text; '' when it has none or was unsent" }),
    displayMessage: z.boolean().meta({
      description: 'false while its media are locked for the viewer, or it was unsent',
    }),
    processing: z.boolean().meta({ description: 'some of its media cannot be played yet' }),
    medias: z.array(mediaSchema).meta({ description: 'locked ones without their addresses' }),
    withheld: z.boolean().meta({
      description:
        'some of its media are visible to their owner only: a performer in them withdrew the consent',
    }),
    paidContent: z
      .object({
        price: centavosSchema.meta({
          description:
            'for the viewer: without the share of media that they own; the full price for the sender',
        }),
        purchased: z.boolean().meta({ description: 'the receiver bought it' }),
        locked: z.boolean().meta({ description: 'the viewer has to buy it to see it' }),
        available: z.boolean().meta({
          description:
            'false: some of its priced media cannot be shown yet, or any more, so that it is not sold now',
        }),
        owned: z.int().meta({ description: 'how many of its priced media the receiver owned' }),
        version: z
          .int()
          .meta({ description: 'rises with each change of the text, media or price' }),
        durationMs: z.int().meta({ description: 'of its videos and sound together' }),
        ...counts,
      })
      .nullable()
      .meta({ description: 'what is sold with the message; counts are of the priced media' }),
    fee: centavosSchema.meta({ description: 'what its sender paid for writing it' }),
    replyTo: z
      .object({ id: id('message'), sendFromId: id('profile'), content: z.string() })
      .nullable(),
    order: z
      .object({ id: id('order'), step: z.enum(ORDER_STATUSES) })
      .nullable()
      .meta({ description: 'the message tells that this order reached this state' }),
    show: z
      .object({ type: z.enum(SHOW_TYPES) })
      .nullable()
      .meta({
        description:
          'the message asks to come to the show of its sender, at /{domainName} of theirs',
      }),
    reactions: z.array(z.object({ emoji: z.string(), mine: z.boolean() })),
    pinned: z.boolean(),
    unsent: z.boolean(),
    editedAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Message' });

const params = z.object({ id: id('message') });
const slug = z
  .object({ slug: z.string().min(1).max(60) })
  .meta({ description: 'the id of a conversation, or the domainName of a profile' });

const position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

export const messagesRoutes = {
  'GET /chats/{slug}/messages': route({
    id: 'chats.messages',
    summary:
      'Messages of a conversation, oldest first: the newest page, or those before or after a place; none while it has not begun',
    auth: 'member',
    params: slug,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(MESSAGES_PAGE),
      before: position.optional().meta({ description: 'those before this seq' }),
      after: position.optional().meta({
        description: 'those after this seq: what a client missed while it was not connected',
      }),
      startsFrom: id('message')
        .optional()
        .meta({ description: 'a page around this message, as a search found it' }),
    }),
    reply: z.array(messageSchema),
    list: 'cursor',
    errors: ['chat.notFound', 'message.notFound'],
  }),
  'GET /chats/{slug}/search': route({
    id: 'chats.search',
    summary: 'Messages of a conversation whose text contains the words, newest first',
    auth: 'member',
    params: slug,
    query: z.object({
      text: z.string().trim().min(1).max(100),
      limit: z.coerce.number().int().min(1).max(50).default(MESSAGES_PAGE),
      before: position.optional(),
    }),
    reply: z.array(messageSchema),
    list: 'cursor',
    errors: ['chat.notFound'],
  }),
  'POST /chats/messages': route({
    id: 'chats.send',
    summary: 'Sends a message; the first one begins the conversation',
    auth: 'member',
    body: z.object({
      receiverId: id('profile'),
      chatId: id('chat')
        .optional()
        .meta({ description: 'left out for a conversation that has not begun' }),
      message: z.string().trim().max(MESSAGE_MAX).default(''),
      performerIds: mediaPerformers,
      medias: z.array(attachedMedia).max(MESSAGE_MEDIAS_MAX).default([]).meta({
        description:
          'producers only, where writing is free; in order: media of mine by id, or finished uploads of GET /auth/private-upload/{type}',
      }),
      price: amountSchema(PRICE_MIN_CENTAVOS, PRICE_MAX_CENTAVOS).optional().meta({
        description: 'producers only: what the receiver pays to see the media',
      }),
      lockText: z
        .boolean()
        .default(false)
        .meta({ description: 'the text is sold with the media, and not shown before' }),
      free: z.array(z.int().min(0)).max(MESSAGE_MEDIAS_MAX).default([]).meta({
        description: 'places of the media that are shown without paying',
      }),
      fee: centavosSchema.default(0 as never).meta({
        description: 'what the sender saw that writing costs; another price is refused',
      }),
      replyTo: id('message').optional(),
    }),
    example: { receiverId: '01890a5d-ac96-774b-bcce-b302099a8057', message: 'Oi!', fee: 100 },
    reply: messageSchema,
    idempotency: 'required',
    errors: [
      'profile.notFound',
      'chat.notContact',
      'chat.followersOnly',
      'chat.membersOnly',
      'chat.priceChanged',
      'chat.tooManyBegun',
      'message.blockedWord',
      'message.empty',
      'message.nothingToSell',
      'message.notFound',
      'media.notFound',
      'media.withheld',
      'performer.notReady',
      'performer.noMessage',
      'performer.noDownload',
      'wallet.insufficient',
      'spending.dayLimit',
      'spending.monthLimit',
      'fraud.pairAmount',
      'fraud.pairSales',
      'fraud.newPayer',
      'upload.notFound',
      'upload.typeNotAllowed',
      'upload.tooLarge',
    ],
    perMinute: 60,
  }),
  'POST /chats/send-camera': route({
    id: 'chats.sendCamera',
    summary: 'Asks a person to come to my show: sends a message that leads there',
    auth: 'producer',
    body: z.object({
      receiverId: id('profile').meta({ description: 'to whom I may write without paying' }),
      type: z.enum(SHOW_TYPES).default('2'),
    }),
    example: { receiverId: '01890a5d-ac96-774b-bcce-b302099a8057', type: '2' },
    reply: messageSchema,
    idempotency: 'required',
    errors: [
      'profile.notFound',
      'chat.notContact',
      'chat.followersOnly',
      'chat.membersOnly',
      'chat.tooManyBegun',
    ],
    perMinute: 10,
  }),
  'PUT /chats/messages/{id}': route({
    id: 'chats.editMessage',
    summary: 'Changes the text of a message of mine within 15 minutes, unless it was bought',
    auth: 'member',
    params,
    body: z.object({ message: z.string().trim().min(1).max(MESSAGE_MAX) }),
    example: { message: 'Oi, tudo bem?' },
    reply: messageSchema,
    errors: ['message.notFound', 'message.notEditable', 'message.sold', 'message.blockedWord'],
    perMinute: 60,
  }),
  'DELETE /chats/messages/{id}': route({
    id: 'chats.unsendMessage',
    summary: 'Unsends a message of mine for both; one that was bought stays',
    auth: 'member',
    params,
    reply: z.null(),
    errors: ['message.notFound', 'message.sold'],
    perMinute: 60,
  }),
  'PUT /chats/messages/{id}/reaction': route({
    id: 'chats.react',
    summary: 'Sets my reaction to a message, or removes it',
    auth: 'member',
    params,
    body: z.object({ emoji: z.enum(REACTIONS).nullable() }),
    example: { emoji: '❤️' },
    reply: z.null(),
    errors: ['message.notFound'],
    perMinute: 120,
  }),
  'PUT /chats/messages/{id}/pin': route({
    id: 'chats.pinMessage',
    summary: 'Pins a message for both, or unpins it',
    auth: 'member',
    params,
    body: z.object({ pinned: z.boolean() }),
    example: { pinned: true },
    reply: z.null(),
    errors: ['message.notFound'],
    perMinute: 60,
  }),
  'POST /chats/messages/{id}/purchase': route({
    id: 'chats.purchaseMessage',
    summary:
      'Buys the media of a message as they were seen, at the price that was seen; repeating it pays nothing',
    auth: 'member',
    params,
    body: z.object({ price: centavosSchema, version: messageVersion }),
    example: { price: 2_500, version: 1 },
    reply: z.object({
      transferId: id('transfer').nullable().meta({
        description: 'null when the buyer owned everything in it, and paid nothing',
      }),
      message: messageSchema,
      balance: centavosSchema,
    }),
    idempotency: 'required',
    errors: [
      'message.notFound',
      'message.notForSale',
      'message.notReady',
      'message.changed',
      'chat.priceChanged',
      'wallet.insufficient',
      'spending.dayLimit',
      'spending.monthLimit',
      'fraud.pairAmount',
      'fraud.pairSales',
      'fraud.newPayer',
    ],
    perMinute: 60,
  }),
};
