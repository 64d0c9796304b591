// The room of a live show: its public chat, tips and leaderboard, over the topic `live:<id>`.
import { z } from 'zod';
import type { Id } from '../../ids.ts';
import { route } from '../../route.ts';
import { centavosSchema, id, instant, uuid } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';
import { menuItemSchema } from './menu.ts';
import {
  ROOM_LEADERBOARD_MAX,
  ROOM_MESSAGE_MAX,
  ROOM_MESSAGES_PAGE,
  SLOW_MODE_SECONDS,
} from './room-limits.ts';

export type LiveMessageId = Id<'liveMessage'>;

/** What a person in a room is known as; `topTipper` gave most in this show. */
const ROOM_MARKS = ['producer', 'moderator', 'subscriber', 'topTipper'] as const;
export type RoomMark = (typeof ROOM_MARKS)[number];

/** Who may write in the chat. `tippers`: those who tipped in this show. Moderators always may. */
const ROOM_AUDIENCES = ['everyone', 'followers', 'subscribers', 'tippers'] as const;
export type RoomAudience = (typeof ROOM_AUDIENCES)[number];

const ROOM_ROLES = ['producer', 'moderator', 'watcher'] as const;
export type RoomRole = (typeof ROOM_ROLES)[number];

/** `ban` is for this show, `banForGood` for all shows of the producer. */
export const RESTRICTION_KINDS = ['mute', 'kick', 'ban', 'banForGood'] as const;
export type RestrictionKind = (typeof RESTRICTION_KINDS)[number];

export const roomAuthorSchema = profileSummarySchema
  .pick({ id: true, domainName: true, exibitionName: true, profileImage: true, producer: true })
  .extend({ marks: z.array(z.enum(ROOM_MARKS)) })
  .meta({ id: 'RoomAuthor' });

/** A message of the chat: a text, or a tip with or without one. */
export const roomMessageSchema = z
  .object({
    id: id('liveMessage'),
    clientKey: z
      .string()
      .nullable()
      .meta({ description: 'the Idempotency-Key that it was sent with' }),
    profile: roomAuthorSchema,
    text: z.string(),
    tip: z
      .object({
        value: centavosSchema,
        item: z.object({ id: id('menuItem'), label: z.string() }).nullable(),
        goalId: id('goal').nullable(),
        done: z.boolean().meta({ description: 'the performer did what the item says' }),
      })
      .nullable(),
    createdAt: instant,
  })
  .meta({ id: 'RoomMessage' });
export type RoomMessage = z.output<typeof roomMessageSchema>;

export const roomSettingsSchema = z
  .object({
    slowSeconds: z
      .union(SLOW_MODE_SECONDS.map((seconds) => z.literal(seconds)))
      .meta({ description: 'between two messages of one person; 0: no slow mode' }),
    audience: z.enum(ROOM_AUDIENCES),
  })
  .meta({ id: 'RoomSettings' });

/** `liveMessages`: a message or a tip in a room, in full. */
export const liveMessagesEvent = z.strictObject({
  id: uuid().meta({ description: 'of the show' }),
  message: roomMessageSchema,
});

/**
 * `liveRoom`: what else changed in a room. `restricted`, `restrictionLifted` and `moderator` reach
 * the person they are about only. The number of watchers is in the event `lives`.
 */
export const liveRoomEvent = z.discriminatedUnion('change', [
  z.strictObject({ id: uuid(), change: z.literal('deleted'), messageIds: z.array(uuid()) }),
  z.strictObject({
    id: uuid(),
    change: z.literal('pinned'),
    message: roomMessageSchema.nullable(),
  }),
  z.strictObject({ id: uuid(), change: z.literal('settings'), settings: roomSettingsSchema }),
  z.strictObject({ id: uuid(), change: z.literal('menu'), menu: z.array(menuItemSchema) }),
  z.strictObject({ id: uuid(), change: z.literal('done'), messageId: uuid(), done: z.boolean() }),
  z.strictObject({
    id: uuid(),
    change: z.literal('restricted'),
    kind: z.enum(RESTRICTION_KINDS),
    until: instant.nullable().meta({ description: 'null: until it is lifted' }),
  }),
  z.strictObject({
    id: uuid(),
    change: z.literal('restrictionLifted'),
    kind: z.enum(RESTRICTION_KINDS),
  }),
  z.strictObject({ id: uuid(), change: z.literal('moderator'), moderator: z.boolean() }),
]);

declare module '../../events.ts' {
  interface RealtimeEvents {
    /** A message or a tip in the room of a show that I am in. */
    liveMessages: z.output<typeof liveMessagesEvent>;
    /** Something else changed in the room of a show that I am in. */
    liveRoom: z.output<typeof liveRoomEvent>;
  }
}

const placeSchema = z.object({ profile: roomAuthorSchema, value: centavosSchema });

/** Why a person may not write now; null: they may. */
export const WRITING_REFUSALS = [
  'live.muted',
  'live.followersOnly',
  'live.subscribersOnly',
  'live.tippersOnly',
  'live.slowMode',
] as const;

const roomSchema = z
  .object({
    id: id('live'),
    role: z.enum(ROOM_ROLES),
    settings: roomSettingsSchema,
    writing: z.object({
      refusal: z.enum(WRITING_REFUSALS).nullable().meta({
        description: 'why I may not write now, also the code of the refusal; null: I may',
      }),
    }),
    pinned: roomMessageSchema.nullable(),
    menu: z.array(menuItemSchema).meta({ description: 'the tip menu, in its order' }),
    watchers: z.int(),
    tips: z.object({
      total: centavosSchema,
      count: z.int(),
      leaderboard: z.array(placeSchema).max(ROOM_LEADERBOARD_MAX).meta({
        description: 'who tipped most in this show, without people hidden from me',
      }),
    }),
  })
  .meta({ id: 'Room' });

const params = z.object({ id: id('live') });
const message = params.extend({ messageId: id('liveMessage') });
const ENTRY = ['live.notFound', 'live.notInRoom', 'age.proofRequired'] as const;

export const liveRoomRoutes = {
  'GET /lives/{id}/room': route({
    id: 'lives.room',
    summary:
      'The room of a show that I am in: my role, who may write, pinned message, tip menu, leaderboard',
    auth: 'member',
    params,
    reply: roomSchema,
    errors: ENTRY,
  }),
  'GET /lives/{id}/messages': route({
    id: 'lives.messages',
    summary:
      'Messages of the chat of a show that I am in, newest first, without those of people hidden from me; of a show of mine also after its end',
    auth: 'member',
    params,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(ROOM_MESSAGES_PAGE),
      before: z.string().max(200).optional().meta({ description: 'cursor of the previous page' }),
    }),
    reply: z.array(roomMessageSchema),
    list: 'cursor',
    errors: ENTRY,
  }),
  'POST /lives/{id}/messages': route({
    id: 'lives.say',
    summary:
      'Says something in the room of a show that I am in; everyone there gets the event liveMessages. The Idempotency-Key comes back as clientKey',
    auth: 'member',
    params,
    body: z.object({ text: z.string().trim().min(1).max(ROOM_MESSAGE_MAX) }),
    example: { text: 'Boa noite!' },
    reply: roomMessageSchema,
    idempotency: 'required',
    errors: [...ENTRY, ...WRITING_REFUSALS, 'message.blockedWord'],
    perMinute: 60,
  }),
  'DELETE /lives/{id}/messages/{messageId}': route({
    id: 'lives.deleteMessage',
    summary:
      "Deletes a message: its author, the producer, and a moderator, who can't delete messages of the producer and of other moderators. A tip stays in the totals. Repeating it changes nothing",
    auth: 'member',
    params: message,
    reply: z.null(),
    errors: [...ENTRY, 'live.messageNotFound', 'live.protectedPerson'],
    perMinute: 120,
  }),
  'PUT /lives/{id}/pinned': route({
    id: 'lives.pin',
    summary: 'Pins a message above the chat, or none: the producer and moderators',
    auth: 'member',
    params,
    body: z.object({ messageId: id('liveMessage').nullable() }),
    example: { messageId: null },
    reply: roomMessageSchema.nullable(),
    errors: [...ENTRY, 'live.notModerator', 'live.messageNotFound'],
    perMinute: 60,
  }),
};
