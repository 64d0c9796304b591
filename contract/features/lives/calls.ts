// Calls of members to producers for a show, and the watcher's own picture in a private one. Source:
// specification sections 3 (chat-call request), 4 (incoming chat call, call accepted event) and 7.
import { z } from 'zod';
import type { Id } from '../../ids.ts';
import { LIVE_CALLS_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { SHOW_TYPES, type ShowType } from '../../shows.ts';
import { centavosSchema, id, instant } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';
import { LIVE_CHARGES } from './charges.ts';

export type CallId = Id<'liveCall'>;

declare module '../../events.ts' {
  interface RealtimeEvents {
    /**
     * `call`: a member calls me for a show, as their producer. `cancel`: the call is over without
     * an answer, or, with `accepted`, the caller of one that I accepted does not come. `decline`:
     * the producer declined mine; `expire`: they did not answer in time.
     */
    'call-for-chat': {
      id: string;
      profileId: string;
      domainName: string;
      exibitionName: string;
      balance: number;
      type: ShowType;
      action: CallAction;
      accepted?: true;
    };
    /** A producer accepted my call: the show to enter. */
    'accept-call-for-chat': {
      liveId: string;
      profileId: string;
      domainName: string;
      exibitionName: string;
      type: ShowType;
    };
    /** The watcher's own picture in a private show of mine was asked for, accepted, or ended. */
    'reverse-call': { liveId: string; profileId: string; action: 'ask' | 'accept' | 'end' };
  }
}

export const CALL_ACTIONS = ['call', 'cancel', 'decline', 'expire'] as const;
export type CallAction = (typeof CALL_ACTIONS)[number];

/**
 * `waiting` for the producer; `accepted`: the show is open, and waits for the caller to enter;
 * `entered`; the others are over.
 */
const CALL_STATES = ['waiting', 'accepted', 'entered', 'declined', 'cancelled', 'expired'] as const;
export type CallState = (typeof CALL_STATES)[number];

/** A call as its two people see it. */
export const liveCallSchema = z
  .object({
    id: id('liveCall'),
    profile: profileSummarySchema.meta({ description: 'the other one' }),
    type: z.enum(SHOW_TYPES),
    state: z.enum(CALL_STATES),
    place: z.int().meta({ description: 'among the calls that wait, from 1; 0 when it does not' }),
    balance: centavosSchema.meta({
      description:
        'what the caller could spend in the show, at most an hour of it; 0 for the caller, who knows',
    }),
    liveId: id('live').nullable().meta({ description: 'the show, once the call is accepted' }),
    createdAt: instant,
    expiresAt: instant.meta({ description: 'when the call ends without an answer' }),
  })
  .meta({ id: 'LiveCall' });

/** A show that a producer may be called for, as every caller finds it. */
export const callOfferSchema = z
  .object({
    type: z.enum(SHOW_TYPES),
    charge: z.enum(LIVE_CHARGES),
    pricePerMinute: centavosSchema.nullable().meta({ description: 'of charge minute' }),
    ticketPrice: centavosSchema.nullable().meta({ description: 'of charge ticket and group' }),
    minimumMinutes: z.int().nullable().meta({
      description: 'of a private show: locked when it begins',
    }),
  })
  .meta({ id: 'CallOffer' });

const show = z.object({ id: id('live') });
const reverseErrors = ['live.notFound', 'live.reverseOff'] as const;

export const liveCallsRoutes = {
  'POST /lives/call/{producerId}': route({
    id: 'lives.call',
    summary:
      'Calls a producer for a show of this type, or takes the call back, which also ends a private show that was opened for it and not entered; repeating either changes nothing. The producer gets the event call-for-chat',
    auth: 'member',
    params: z.object({ producerId: id('profile') }),
    body: z.object({
      type: z.enum(SHOW_TYPES),
      action: z.enum(['call', 'cancel']).default('call'),
      price: centavosSchema.nullish().meta({
        description: 'of a minute, as I saw it; refused when it is another one by now',
      }),
    }),
    example: { type: '3', action: 'call' },
    reply: liveCallSchema.nullable().meta({ description: 'null: there is no call' }),
    errors: [
      'profile.notFound',
      'profile.notSelf',
      'age.proofRequired',
      'live.kicked',
      'live.banned',
      'live.callsOff',
      'live.callsFull',
      'live.inShow',
      'live.partyOpen',
      'live.entryRefused',
      'live.priceChanged',
      'wallet.insufficient',
    ],
    perMinute: 12,
  }),
  'GET /lives/call/{producerId}': route({
    id: 'lives.myCall',
    summary: 'My call to a producer that waits or is accepted; null without one',
    auth: 'member',
    params: z.object({ producerId: id('profile') }),
    reply: liveCallSchema.nullable(),
    errors: ['profile.notFound', 'profile.notSelf'],
  }),
  'GET /publics/lives/{username}/calls': route({
    id: 'publics.callOffer',
    summary:
      'The types of shows that a producer may be called for, and what each costs, before it is called for; none while they take no calls',
    auth: 'optional',
    params: z.object({ username: z.string().max(60) }),
    reply: z.array(callOfferSchema),
    errors: ['profile.notFound'],
  }),
  'GET /lives/calls': route({
    id: 'lives.calls',
    summary: `Calls that wait for me, oldest first, at most ${LIVE_CALLS_MAX}`,
    auth: 'producer',
    reply: z.array(liveCallSchema),
  }),
  'POST /lives/calls/{id}/decline': route({
    id: 'lives.declineCall',
    summary: 'Declines a call; repeating it changes nothing',
    auth: 'producer',
    params: z.object({ id: id('liveCall') }),
    reply: z.null(),
    errors: ['live.callNotFound'],
  }),
  'POST /lives/reverse/{id}': route({
    id: 'lives.reverse',
    summary:
      "Asks the other one of a private show for the watcher's own picture in it: the watcher offers it, or the producer wishes it",
    auth: 'member',
    params: show,
    reply: z.null(),
    errors: reverseErrors,
    perMinute: 12,
  }),
  'POST /lives/accept-reverse/{id}': route({
    id: 'lives.acceptReverse',
    summary:
      'Accepts what the other one asked. From then on the watcher may send (WHIP) and the producer watch (WHEP) at reverseUrl',
    auth: 'member',
    params: show,
    reply: z.object({ reverseUrl: z.string() }),
    errors: [...reverseErrors, 'live.reverseNotAsked'],
    perMinute: 12,
  }),
  'DELETE /lives/reverse/{id}': route({
    id: 'lives.endReverse',
    summary: "Ends the watcher's own picture, or takes back what was asked; either one may",
    auth: 'member',
    params: show,
    reply: z.null(),
    errors: ['live.notFound'],
  }),
};
