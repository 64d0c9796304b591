// What is made of a show beside the connections to it: HLS for watchers above the room's limit, and
// the producer's recordings, of which media in the vault are made.
import { z } from 'zod';
import type { Id } from '../../ids.ts';
import { route } from '../../route.ts';
import { id, instant, page } from '../../wire.ts';
import { RECORDING_STATES, type RecordingState } from './recording-states.ts';

export type RecordingId = Id<'recording'>;
export type LiveCutId = Id<'liveCut'>;

declare module '../../events.ts' {
  interface RealtimeEvents {
    /**
     * What is done with the picture and sound of a show changed. `warning`: an administrator's
     * reason, to the producer only.
     */
    livesMedia: {
      id: string;
      recording: RecordingState;
      blurred: boolean;
      withheld: boolean;
      warning?: string;
    };
  }
}

export const CLIP_SECONDS = 30;
const HOURS_24 = 86_400;

const live = z.object({ id: id('live') });
const recording = z.object({ id: id('recording') });
const state = z.object({ recording: z.enum(RECORDING_STATES) });

/** A part of a recording that becomes a media in the vault. */
const cutSchema = z
  .object({
    id: id('liveCut'),
    state: z.enum(['waiting', 'made', 'failed']),
    mediaId: id('media').nullable().meta({ description: 'in the vault, once it is made' }),
    fromSeconds: z.number(),
    toSeconds: z.number(),
    title: z.string().nullable(),
  })
  .meta({ id: 'LiveCut' });

const recordingSchema = z
  .object({
    id: id('recording'),
    liveId: id('live'),
    title: z.string().meta({ description: 'of the show' }),
    startedAt: instant,
    endedAt: instant.nullable().meta({ description: 'null while it runs' }),
    seconds: z.number().meta({ description: 'recorded so far' }),
    keptUntil: instant.nullable().meta({ description: 'null while it runs' }),
    cuts: z.array(cutSchema).meta({ description: 'what was made of it, newest first' }),
  })
  .meta({ id: 'ShowRecording' });

const seconds = z.number().min(0).max(HOURS_24);
const title = z.string().trim().max(120).nullish();

export const recordingsRoutes = {
  'POST /lives/{id}/hls': route({
    id: 'lives.watchByHls',
    summary:
      'Begins to watch a show by HLS, where WHEP answers live.useHls or a network has no UDP. The address of the playlist is for this viewer and visit only; reading its segments counts as watching',
    auth: 'member',
    params: live,
    reply: z.object({
      peer: id('livePeer'),
      playlist: z.string().meta({ description: 'path of the HLS playlist' }),
    }),
    errors: [
      'live.entryRequired',
      'live.entryRefused',
      'live.groupWaiting',
      'live.refused',
      'live.notFound',
      'live.notOnAir',
      'live.withheld',
      'live.unavailable',
      'age.proofRequired',
      'profile.notSelf',
    ],
    perMinute: 30,
  }),
  'PUT /lives/{id}/recording': route({
    id: 'lives.record',
    summary:
      'Begins or ends the recording of my show. Of a private show it begins when its watcher agrees',
    auth: 'producer',
    params: live,
    body: z.object({ on: z.boolean() }),
    reply: state,
    errors: ['live.notFound', 'recording.notAllowed', 'live.unavailable'],
  }),
  'PUT /lives/{id}/recording/agreement': route({
    id: 'lives.agreeToRecording',
    summary:
      'Agrees to the recording of a private show that I watch, or does not, or no longer: then it ends, and its producer may ask again',
    auth: 'member',
    params: live,
    body: z.object({ agreed: z.boolean() }),
    reply: state,
    errors: ['live.notFound', 'age.proofRequired'],
  }),
  'GET /lives/recordings': route({
    id: 'lives.recordings',
    summary: 'Recordings of my shows that are kept, newest first',
    auth: 'producer',
    query: z.object(page(20)),
    reply: z.array(recordingSchema),
    list: 'offset',
  }),
  'POST /lives/recordings/{id}/cuts': route({
    id: 'lives.cutRecording',
    summary:
      'Makes a media of my recording from one second to another and puts it in my vault, from where it is posted and sold',
    auth: 'producer',
    params: recording,
    body: z.object({
      fromSeconds: seconds.default(0),
      toSeconds: seconds.nullish().meta({ description: 'null: to its end' }),
      title,
    }),
    example: { fromSeconds: 12.5, toSeconds: 600, title: 'Conversa de sexta' },
    reply: cutSchema,
    idempotency: 'accepted',
    errors: ['recording.notFound', 'recording.running', 'recording.range'],
    perMinute: 10,
  }),
  'POST /lives/recordings/{id}/clips': route({
    id: 'lives.clipRecording',
    summary:
      'Makes a clip of 30 seconds of my recording, which may still run, and puts it in my vault: from this second, or the last 30',
    auth: 'producer',
    params: recording,
    body: z.object({ fromSeconds: seconds.nullish(), title }),
    example: { title: 'O melhor momento' },
    reply: cutSchema,
    idempotency: 'accepted',
    errors: ['recording.notFound', 'recording.range'],
    perMinute: 10,
  }),
  'DELETE /lives/recordings/{id}': route({
    id: 'lives.deleteRecording',
    summary: 'Deletes my recording; media that were made of it stay. One that runs is ended first',
    auth: 'producer',
    params: recording,
    reply: z.null(),
    errors: ['recording.notFound'],
  }),
};
