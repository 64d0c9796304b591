// Signalling of live video: an SDP offer in, the answer out, over our own API (WHIP, RFC 9725, and
// WHEP). Media flow between the browser and the live engine only, never between two people.
import { z } from 'zod';
import type { Id } from '../../ids.ts';
import { route } from '../../route.ts';
import { id } from '../../wire.ts';

/** One connection to the media of a show; a page that is loaded again is another one. */
export type PeerId = Id<'livePeer'>;

const live = z.object({ id: id('live') });
const peer = live.extend({ peer: id('livePeer') });

/** What the live engine may refuse. */
const ENGINE = [
  'live.refused',
  'live.full',
  'live.unreported',
  'live.badOffer',
  'live.unavailable',
] as const;

const signalling = {
  params: live,
  // The SDP as text: application/sdp.
  body: z.unknown(),
  rawBody: true,
  reply: z.null(),
  file: 'application/sdp',
  perMinute: 60,
} as const;

const watching = z.object({
  overTcp: z.stringbool().default(false).meta({
    description: 'my network lets media through by TCP to a TURN server only',
  }),
});

export const liveMediaRoutes = {
  'POST /lives/{id}/whip': route({
    ...signalling,
    id: 'lives.publish',
    summary:
      'WHIP: sends picture and sound to my show. Takes an SDP offer as application/sdp and answers 201 with the SDP answer, the address of the connection in Location, and STUN and TURN servers in Link. A new connection replaces the former one, but that of a program only with takeOver',
    auth: 'producer',
    query: z.object({
      takeOver: z.stringbool().default(false).meta({
        description:
          'also from a program with an ingest key, which is refused from then on while this device sends',
      }),
    }),
    errors: ['live.notFound', 'live.sentByProgram', 'request.unsupportedMediaType', ...ENGINE],
  }),
  'DELETE /lives/{id}/whip/{peer}': route({
    id: 'lives.unpublish',
    summary: 'Ends a connection that sends to my show; the show waits 20 seconds for another one',
    auth: 'producer',
    params: peer,
    reply: z.null(),
    errors: ['live.notFound'],
  }),
  'POST /lives/{id}/whep': route({
    ...signalling,
    id: 'lives.watch',
    summary:
      'WHEP: watches a show. Takes an SDP offer that only receives, as application/sdp, and answers 201 with the SDP answer, the address of the connection in Location, and STUN and TURN servers in Link',
    auth: 'member',
    query: watching,
    errors: [
      'live.notFound',
      'live.notOnAir',
      'live.withheld',
      'live.useHls',
      'live.kicked',
      'live.banned',
      'age.proofRequired',
      'profile.notSelf',
      'live.entryRequired',
      'live.entryRefused',
      'live.groupWaiting',
      'request.unsupportedMediaType',
      ...ENGINE,
    ],
  }),
  'DELETE /lives/{id}/whep/{peer}': route({
    id: 'lives.unwatch',
    summary: 'Ends a connection of mine that watches a show',
    auth: 'member',
    params: peer,
    reply: z.null(),
    errors: ['live.notFound'],
  }),
  'POST /lives/{id}/reverse/whip': route({
    ...signalling,
    id: 'lives.publishReverse',
    summary:
      "WHIP: sends the watcher's own picture to the producer of a private show, once both agreed. Answers as POST /lives/{id}/whip",
    auth: 'member',
    errors: [
      'live.notFound',
      'live.reverseNotAsked',
      'age.proofRequired',
      'request.unsupportedMediaType',
      ...ENGINE,
    ],
  }),
  'POST /lives/{id}/reverse/whep': route({
    ...signalling,
    id: 'lives.watchReverse',
    summary:
      'WHEP: watches the picture that the watcher of my private show sends. Answers as POST /lives/{id}/whep',
    auth: 'producer',
    query: watching,
    errors: [
      'live.notFound',
      'live.notOnAir',
      'live.reverseNotAsked',
      'request.unsupportedMediaType',
      ...ENGINE,
    ],
  }),
  'DELETE /lives/{id}/reverse/{peer}': route({
    id: 'lives.endReversePeer',
    summary: "Ends a connection of mine to the watcher's own picture",
    auth: 'member',
    params: peer,
    reply: z.null(),
    errors: ['live.notFound'],
  }),
  'GET /lives/{id}/ice-servers': route({
    id: 'lives.iceServers',
    summary:
      'STUN and TURN servers for one connection, as RTCConfiguration takes them; their credentials are valid for some hours',
    auth: 'member',
    params: live,
    reply: z.array(
      z.object({
        urls: z.array(z.string()),
        username: z.string().optional(),
        credential: z.string().optional(),
      }),
    ),
    errors: ['live.notFound', 'live.kicked', 'live.banned', 'age.proofRequired'],
  }),
};
