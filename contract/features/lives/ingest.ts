// Ingest keys: with one of them a program such as OBS sends picture and sound to its producer's
// show by WHIP (RFC 9725), without a browser that is signed in.
import { z } from 'zod';
import type { Id } from '../../ids.ts';
import { INGEST_HOLD_MINUTES, INGEST_LABEL_MAX } from '../../limits.ts';
import { mediaPerformers } from '../media.ts';
import { route } from '../../route.ts';
import { id, instant } from '../../wire.ts';

export type IngestKeyId = Id<'ingestKey'>;

const ingestKeySchema = z
  .object({
    id: id('ingestKey'),
    label: z.string(),
    ending: z.string().meta({ description: 'the last four characters of the key' }),
    createdAt: instant,
    usedAt: instant.nullable(),
    heldUntil: instant.nullable().meta({
      description: `its show was ended while a program sent it: the key is refused until then, and each refused attempt makes that ${INGEST_HOLD_MINUTES} minutes from then on; null: it is accepted`,
    }),
  })
  .meta({ id: 'IngestKey' });

const programPerformerSchema = z
  .object({
    id: id('performer'),
    stageName: z.string(),
    mayAppear: z
      .boolean()
      .meta({ description: 'approved, and consents to shows; otherwise no program opens one' }),
  })
  .meta({ id: 'ProgramPerformer' });

export const ingestRoutes = {
  'GET /lives/ingest/keys': route({
    id: 'lives.ingestKeys',
    summary: 'My ingest keys, newest first, without the keys themselves',
    auth: 'producer',
    reply: z.array(ingestKeySchema),
  }),
  'POST /lives/ingest/keys': route({
    id: 'lives.createIngestKey',
    summary: 'Makes an ingest key. It is shown in this reply only: the installation has its hash',
    auth: 'producer',
    body: z.object({ label: z.string().trim().max(INGEST_LABEL_MAX).default('') }),
    example: { label: 'OBS' },
    reply: ingestKeySchema.extend({
      key: z.string().meta({ description: 'the bearer token of the program' }),
      url: z.string().meta({ description: 'the server address of the program (WHIP)' }),
    }),
    errors: ['ingest.tooManyKeys'],
    perMinute: 10,
  }),
  'DELETE /lives/ingest/keys/{id}': route({
    id: 'lives.deleteIngestKey',
    summary: 'Revokes an ingest key and ends the connection that uses it',
    auth: 'producer',
    params: z.object({ id: id('ingestKey') }),
    reply: z.null(),
    errors: ['ingest.keyNotFound'],
  }),
  'DELETE /lives/ingest/keys/{id}/hold': route({
    id: 'lives.allowIngestKey',
    summary: 'Accepts an ingest key again at once; repeating it changes nothing',
    auth: 'producer',
    params: z.object({ id: id('ingestKey') }),
    reply: z.null(),
    errors: ['ingest.keyNotFound'],
  }),
  'GET /lives/ingest/performers': route({
    id: 'lives.programPerformers',
    summary:
      'Who is declared to appear beside me in shows that programs open; none: I appear alone',
    auth: 'producer',
    reply: z.array(programPerformerSchema),
  }),
  'PUT /lives/ingest/performers': route({
    id: 'lives.declareProgramPerformers',
    summary: 'Declares who appears beside me in shows that programs open from now on',
    auth: 'producer',
    body: z.object({ performerIds: mediaPerformers }),
    example: { performerIds: [] },
    reply: z.array(programPerformerSchema),
    errors: ['performer.notReady', 'performer.noLive'],
    perMinute: 30,
  }),
  'POST /lives/ingest/whip': route({
    id: 'lives.ingest',
    summary: `WHIP for programs: \`Authorization: Bearer\` with an ingest key, an SDP offer as application/sdp. Sends to the open show of its producer, or opens a party with the performers of GET /lives/ingest/performers, but not where a picture of the face is asked for before each show: the producer opens it then. Refused after the end of the show that it sent, until nothing came from the program for ${INGEST_HOLD_MINUTES} minutes. Answers 201 with the SDP answer and the address of the connection in Location`,
    auth: 'provider',
    body: z.unknown(),
    rawBody: true,
    reply: z.null(),
    file: 'application/sdp',
    perMinute: 60,
    errors: [
      'ingest.keyInvalid',
      'ingest.keyHeld',
      'ingest.faceRequired',
      'ingest.consentMissing',
      'performer.notReady',
      'performer.noLive',
      'request.unsupportedMediaType',
      'live.notFound',
      'live.sentByDevice',
      'live.refused',
      'live.full',
      'live.badOffer',
      'live.unavailable',
    ],
  }),
  'DELETE /lives/ingest/whip/{peer}': route({
    id: 'lives.endIngest',
    summary: 'Ends a connection of this ingest key; the show waits 20 seconds for another one',
    auth: 'provider',
    params: z.object({ peer: id('livePeer') }),
    reply: z.null(),
    perMinute: 60,
    errors: ['ingest.keyInvalid'],
  }),
};
