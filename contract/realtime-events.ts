// The events of the socket with schemas, for their description at /api/asyncapi.json. TypeScript
// requires an entry for each event, with the very payload that its feature declares.
import { z } from 'zod';
import type { RealtimeEvent, RealtimeEvents, TopicName } from './events.ts';
import { LIVE_STATES } from './features/lives.ts';
import { RECORDING_STATES } from './features/lives/recording-states.ts';
import { CALL_ACTIONS } from './features/lives/calls.ts';
import { LIVE_EXITS } from './features/lives/charges.ts';
import { liveMessagesEvent, liveRoomEvent } from './features/lives/room.ts';
import { SHOW_TYPES } from './shows.ts';
import { centavosSchema } from './wire.ts';

type Entry<Event extends RealtimeEvent> = {
  /** One sentence for the reference. */
  summary: string;
  payload: z.ZodType<RealtimeEvents[Event]>;
};

const uuid = z.uuid();

export const REALTIME_EVENTS: { readonly [Event in RealtimeEvent]: Entry<Event> } = {
  notifications: {
    summary:
      'Something of mine is new: `field` names the list to fetch again. `message` is a sentence for the person, when there is one to show',
    payload: z.discriminatedUnion('field', [
      z.strictObject({ field: z.literal('chats') }),
      z.strictObject({
        field: z.literal('notifications'),
        id: uuid.nullable().meta({ description: 'null: look again' }),
      }),
      z.strictObject({
        field: z.literal('posts'),
        postId: uuid,
        status: z.string(),
        encoding: z
          .strictObject({ mediaId: uuid, percent: z.number() })
          .optional()
          .meta({ description: 'of one media, while its encoding runs' }),
      }),
    ]),
  },
  automations: {
    summary: 'A review of an automation or the welcome message of mine was decided',
    payload: z.strictObject({ id: uuid }),
  },
  broadcasts: {
    summary: 'A mass message of mine changed its state, or reached more receivers',
    payload: z.strictObject({ id: uuid }),
  },
  chats: {
    summary:
      'A conversation of mine changed: what is read, its settings, or a message in it. `typing`: the other one is writing, and nothing changed',
    payload: z.strictObject({
      id: uuid,
      messageId: uuid.optional(),
      typing: z.literal(true).optional(),
    }),
  },
  messages: {
    summary: 'A message arrived in a conversation of mine, or I sent one from another device',
    payload: z.strictObject({
      chatId: uuid,
      id: uuid,
      seq: z.int().min(1).meta({
        description: 'its place: fetch what is after the last place that is held',
      }),
      show: z.enum(SHOW_TYPES).optional().meta({
        description: 'the other one asks me to come to their show of this type',
      }),
    }),
  },
  comments: {
    summary: 'Comments of a post that I look at became more or fewer',
    payload: z.strictObject({ postId: uuid, totalComments: z.int() }),
  },
  roomEvents: {
    summary: 'A room of mine has a new event for the programs that I have connected',
    payload: z.strictObject({ profileId: uuid }),
  },
  goals: {
    summary: 'A goal that I look at came closer',
    payload: z.strictObject({
      profileId: uuid,
      goalId: uuid,
      balance: centavosSchema,
      value: centavosSchema,
    }),
  },
  livesMedia: {
    summary:
      'What is done with the picture and sound of a show changed: it is recorded, or an administrator took it from the watchers. `warning`: to its producer only',
    payload: z.strictObject({
      id: uuid,
      recording: z.enum(RECORDING_STATES),
      blurred: z.boolean(),
      withheld: z.boolean(),
      warning: z.string().optional(),
    }),
  },
  lives: {
    summary:
      'A show changed its state, or, for those in its room, the number of its watchers; what did not change is not sent',
    payload: z.strictObject({
      id: uuid,
      profileId: uuid.optional().meta({ description: 'the producer' }),
      state: z.enum(LIVE_STATES).optional(),
      watchers: z.int().optional(),
      connectionsLost: z
        .literal(true)
        .optional()
        .meta({ description: 'the engine was started again: connections are to be opened again' }),
    }),
  },
  'call-for-chat': {
    summary:
      'A member calls me for a show, or took it back (`cancel`); or my call was declined (`decline`), or not answered in time (`expire`)',
    payload: z.strictObject({
      id: uuid,
      profileId: uuid.meta({ description: 'the other one' }),
      domainName: z.string(),
      exibitionName: z.string(),
      balance: centavosSchema.meta({
        description: 'what the caller could spend in the show, at most an hour of it',
      }),
      type: z.enum(SHOW_TYPES),
      action: z.enum(CALL_ACTIONS),
    }),
  },
  'accept-call-for-chat': {
    summary: 'A producer accepted my call: the show waits for me to enter',
    payload: z.strictObject({
      liveId: uuid,
      profileId: uuid.meta({ description: 'the producer' }),
      domainName: z.string(),
      exibitionName: z.string(),
      type: z.enum(SHOW_TYPES),
    }),
  },
  'reverse-call': {
    summary:
      "The other one of a private show asks for the watcher's own picture, accepted it, or ended it",
    payload: z.strictObject({
      liveId: uuid,
      profileId: uuid.meta({ description: 'the other one' }),
      action: z.enum(['ask', 'accept', 'end']),
    }),
  },
  'live-money': {
    summary:
      'Of a show that I pay by the minute: `low`, it ends for me at `endsAt` unless I top up; `paid`, it goes on; `ended`, it ended for me',
    payload: z.strictObject({
      liveId: uuid,
      state: z.enum(['low', 'paid', 'ended']),
      endsAt: z.iso.datetime().optional(),
      needed: centavosSchema.optional(),
      suggested: centavosSchema.optional(),
      exit: z.enum(LIVE_EXITS).optional(),
    }),
  },
  liveMessages: {
    summary:
      'A message or a tip in the room of a show that I am in, in full; people hidden from each other do not get those of the other one',
    payload: liveMessagesEvent,
  },
  liveRoom: {
    summary: 'Something else changed in the room of a show that I am in',
    payload: liveRoomEvent,
  },
  subscriptions: {
    summary: 'What I may see of a producer changed',
    payload: z.strictObject({ profileId: uuid }),
  },
  transactions: {
    summary: 'A payment of mine changed its state',
    payload: z.strictObject({ id: uuid, status: z.string() }),
  },
  wallets: {
    summary: 'A wallet of mine changed',
    payload: z.discriminatedUnion('walletType', [
      z.strictObject({
        walletType: z.literal('wallet'),
        balance: centavosSchema,
        lockedBalance: centavosSchema,
      }),
      z.strictObject({ walletType: z.literal('earnings') }),
    ]),
  },
};

/** What a socket may join, `member` by connecting. */
export const REALTIME_TOPICS: Readonly<Record<TopicName, string>> = {
  member: 'all sockets of one profile; each is in it from its connection on',
  live: 'the room of a show, for its producer and those who watch it',
  post: 'the comments of a post',
  profile: 'the goals of a profile, and the state of its live shows',
};
