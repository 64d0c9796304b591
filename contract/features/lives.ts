// /lives: live shows. A party (type 2) is for many watchers, a private show (type 3) for one.
// Source: specification sections 3 (Live), 4 and 7 (Lives); product decisions, section 7.
import { z } from 'zod';
import type { Id } from '../ids.ts';
import { LIVE_BREAK_MINUTES, LIVE_TITLE_MAX, LIVE_WATCHERS_PAGE, LIVES_PAGE } from '../limits.ts';
import { route } from '../route.ts';
import { SHOW_TYPES } from '../shows.ts';
import { centavosSchema, id, instant, page } from '../wire.ts';
import { mediaPerformers } from './media.ts';
import { FACE_PICTURE_MAX } from './lives/frames.ts';
import { LIVE_CHARGES, LIVE_LOW_REASONS, LIVE_WATCHER_ROLES } from './lives/charges.ts';
import { profileSummarySchema } from './profiles.ts';
import { RECORDING_STATES } from './lives/recording-states.ts';

export type LiveId = Id<'live'>;

declare module '../events.ts' {
  interface RealtimeEvents {
    /**
     * A show changed its state, or, for those in its room, the number of its watchers, or, for its
     * producer, what it earned; the others are not sent. `joined`: who began to watch since the
     * last such event, the first few of a room that is not large, without people who are hidden
     * from another watcher; `joinedCount`: how many they are in all. `left`: how many do not watch
     * any more. `connectionsLost`: the engine was started again and knows no connection of the room
     * any more: clients open theirs again.
     */
    lives: {
      id: string;
      profileId?: string;
      state?: LiveState;
      watchers?: number;
      joined?: { domainName: string; exibitionName: string }[];
      joinedCount?: number;
      left?: number;
      earned?: true;
      connectionsLost?: true;
    };
  }
  interface Topics {
    /** The room of a show: its producer and those who watch it. */
    live: LiveId;
  }
}

/**
 * `starting`: the producer has opened the show and nothing is sent yet; `away`: picture and sound
 * stopped, and the show ends unless they come back; `paused`: a party waits while its producer is
 * in a private show or takes a break.
 */
export const LIVE_STATES = ['starting', 'onAir', 'away', 'paused', 'ended'] as const;
export type LiveState = (typeof LIVE_STATES)[number];

/** For what a party is paused: for a private show of its producer, or for a break. */
const LIVE_PAUSES = ['private', 'break'] as const;

/** Why a show ended. */
const LIVE_END_REASONS = [
  'producer',
  'lost',
  'neverPublished',
  'moderation',
  'suspended',
  'interrupted',
  'watcherLeft',
  'notEntered',
  'groupNotFilled',
] as const;
export type LiveEndReason = (typeof LIVE_END_REASONS)[number];

/**
 * The next minute of a watcher can't be paid. Until a top-up the show ends for them at `endsAt`.
 */
const lowMoneySchema = z.object({
  endsAt: instant,
  reason: z.enum(LIVE_LOW_REASONS).meta({
    description: 'their money ends, or their own limit of spending, which no top-up changes',
  }),
  needed: centavosSchema,
  suggested: centavosSchema.meta({ description: 'a top-up that keeps the show' }),
});

/** A live show as its viewer sees it. Source: specification section 3, Live. */
export const liveSchema = z
  .object({
    id: id('live'),
    type: z.enum(SHOW_TYPES),
    profile: profileSummarySchema.meta({ description: 'the producer' }),
    title: z.string(),
    state: z.enum(LIVE_STATES),
    pausedFor: z.enum(LIVE_PAUSES).nullable().meta({ description: 'of state paused' }),
    startedAt: instant,
    endedAt: instant.nullable(),
    url: z.string().meta({ description: 'address of the WHEP endpoint, to watch' }),
    reverseUrl: z
      .string()
      .nullable()
      .meta({ description: "address of the watcher's own picture; null without one" }),
    reverseAskedById: id('profile').nullable().meta({
      description:
        "who of the two of a private show asked for the watcher's own picture, until the other one answers; null for everyone else",
    }),
    privateWatcherId: id('profile')
      .nullable()
      .meta({ description: 'of a private show, for the two of it; null for everyone else' }),
    privateWatcher: profileSummarySchema.nullable(),
    recording: z.enum(RECORDING_STATES).meta({ description: 'shown to everyone in the room' }),
    blurred: z
      .boolean()
      .meta({ description: 'an administrator took the picture from the watchers' }),
    withheld: z
      .boolean()
      .meta({ description: 'an administrator took picture and sound from them' }),
    transactionId: id('transfer')
      .nullable()
      .meta({ description: 'the payment that locked my first minute or my ticket' }),
    charge: z.enum(LIVE_CHARGES),
    pricePerMinute: centavosSchema.nullable().meta({ description: 'of charge minute' }),
    ticketPrice: centavosSchema.nullable().meta({ description: 'of charge ticket and group' }),
    group: z
      .object({ size: z.int(), tickets: z.int(), ready: z.boolean() })
      .nullable()
      .meta({ description: 'of charge group: how many tickets start it, and how many there are' }),
    entered: z.enum(LIVE_WATCHER_ROLES).nullable().meta({
      description: 'as what I have entered; a show that is not free is watched after the entry',
    }),
    lowMoney: lowMoneySchema.nullable().meta({
      description: 'my next minute can’t be paid; null: it is, or the show is not paid by minutes',
    }),
    spy: z
      .object({ liveId: id('live'), price: centavosSchema })
      .nullable()
      .meta({
        description:
          'of a paused party: the private show that may be watched without sound and chat, and the price of a minute',
      }),
    spyPrice: centavosSchema.nullable().meta({
      description: 'of a private show: what others pay for a minute of it; null: no other person',
    }),
    reverseCamera: z.boolean().meta({
      description: 'the watcher may send their own picture when both agree',
    }),
    recorded: z.boolean(),
    program: z.object({ label: z.string() }).nullable().meta({
      description:
        'of my own show: what sends it by an ingest key, such as OBS, named as its key; null: a browser does',
    }),
    watchers: z.int().meta({ description: 'people who watch now' }),
    totalWatchers: z
      .int()
      .nullable()
      .meta({ description: 'people who have watched; the producer only' }),
    totalEarnings: centavosSchema
      .nullable()
      .meta({ description: 'what the show brought in before fees; the producer only' }),
  })
  .meta({ id: 'Live' });

/** What a person who watches is known as; `topTipper` gave most in this show. */
export const WATCHER_MARKS = ['moderator', 'subscriber', 'topTipper', 'muted'] as const;

/** A person who watches a show. */
const onlineUserSchema = profileSummarySchema
  .extend({
    marks: z
      .array(z.enum(WATCHER_MARKS))
      .meta({ description: 'muted is for the producer and moderators' }),
  })
  .meta({ id: 'OnlineUser' });

const username = z.object({ username: z.string().max(60) });

export const livesRoutes = {
  'GET /lives/active': route({
    id: 'lives.active',
    summary: 'Parties on air that I may see, those with most watchers first',
    auth: 'optional',
    query: z.object(page(LIVES_PAGE, 60)),
    reply: z.array(liveSchema),
    list: 'offset',
  }),
  'GET /lives/get-online-time': route({
    id: 'lives.onlineTime',
    summary: 'How long I was on air: today, in the last 7 and in the last 30 days of São Paulo',
    auth: 'producer',
    reply: z.object({ todaySeconds: z.int(), weekSeconds: z.int(), monthSeconds: z.int() }),
  }),
  'GET /lives/{id}/online-users': route({
    id: 'lives.onlineUsers',
    summary: 'People who watch a show now, those who came last first; `total` counts all of them',
    auth: 'member',
    params: z.object({ id: id('live') }),
    query: z.object(page(LIVE_WATCHERS_PAGE, 100)),
    reply: z.array(onlineUserSchema),
    list: 'offset',
    errors: ['live.notFound', 'live.kicked', 'live.banned', 'age.proofRequired'],
  }),
  'GET /lives/{username}': route({
    id: 'lives.get',
    summary: "A producer's show that has not ended, my own included; null without one",
    auth: 'member',
    params: username,
    reply: liveSchema.nullable(),
    errors: ['profile.notFound'],
  }),
  'GET /publics/lives/{username}': route({
    id: 'publics.live',
    summary: "A producer's party that has not ended; null without one",
    auth: 'optional',
    params: username,
    reply: liveSchema.nullable(),
    errors: ['profile.notFound'],
  }),
  'GET /lives/get-start-terms': route({
    id: 'lives.startTerms',
    summary: 'What this installation asks for before a show of mine',
    auth: 'producer',
    reply: z.object({
      faceCheck: z.boolean().meta({ description: 'a picture of myself that I take now' }),
    }),
  }),
  'POST /lives': route({
    id: 'lives.create',
    summary: 'Opens a show of mine; it is on air when picture and sound arrive',
    auth: 'producer',
    body: z.object({
      type: z.enum(SHOW_TYPES),
      privateWatcherId: id('profile').nullish().meta({
        description:
          'whose call I accept: a private show with them, or for a call of type 2 the party, which may be on air already',
      }),
      title: z.string().trim().max(LIVE_TITLE_MAX).default(''),
      performerIds: mediaPerformers,
      byProgram: z.boolean().default(false).meta({
        description:
          'a party that a program with an ingest key will send: no page sends it, and my keys are accepted again',
      }),
      facePicture: z.string().min(1).max(FACE_PICTURE_MAX).optional().meta({
        description:
          'picture of myself, taken now, as JPEG, PNG or WebP in base64; needed where GET /lives/get-start-terms says so, but not for a caller who is let into the party that is open. Administrators compare it with my documents; it is kept as long as frames',
      }),
    }),
    bodyLimitBytes: FACE_PICTURE_MAX + 8_192,
    example: { type: '2', title: 'Conversa de sexta' },
    reply: liveSchema,
    idempotency: 'accepted',
    errors: [
      'live.alreadyLive',
      'live.callNotAccepted',
      'live.inShow',
      'live.callerInShow',
      'live.faceRequired',
      'upload.forged',
      'upload.damaged',
      'performer.notReady',
      'performer.noLive',
    ],
    perMinute: 20,
  }),
  'PUT /lives/{id}/pause': route({
    id: 'lives.pause',
    summary: `Pauses a party of mine for a break, or goes on with it; repeating either changes nothing. Its watchers stay, nothing is sent to them and nothing is billed; after ${LIVE_BREAK_MINUTES} minutes it ends`,
    auth: 'producer',
    params: z.object({ id: id('live') }),
    body: z.object({ on: z.boolean() }),
    example: { on: true },
    reply: liveSchema,
    errors: ['live.notFound', 'live.alreadyLive'],
    perMinute: 30,
  }),
  'DELETE /lives/{id}': route({
    id: 'lives.delete',
    summary: 'Ends a show of mine; repeating it changes nothing',
    auth: 'producer',
    params: z.object({ id: id('live') }),
    reply: z.null(),
    errors: ['live.notFound'],
  }),
};
