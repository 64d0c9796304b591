// /dsb/medias: the work on what was uploaded, which operators see, try again and stop; and what
// administrators take down, so that it does not come back.
import { z } from 'zod';
import { REASON_MAX } from '../../limits.ts';
import { removalReason } from '../../moderation.ts';
import { route } from '../../route.ts';
import { id, instant, uuid } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';
import { aiLabelSchema } from './ai.ts';

/** `waiting` for a worker or between two attempts, `working`, `failed`, `processed`. */
const workState = z.enum(['waiting', 'working', 'failed', 'processed']);

/** The work on one media as an operator sees it. */
const mediaWorkSchema = z
  .object({
    id: id('media'),
    kind: z.enum(['image', 'video', 'audio', 'archive']),
    contentType: z.string(),
    bytes: z.int().nullable(),
    durationMs: z.int().nullable(),
    owner: profileSummarySchema.nullable(),
    state: workState,
    progress: z.int().meta({ description: 'percent of the encoding' }),
    tries: z
      .int()
      .meta({ description: 'at the part of the work it is in: the first look, then the encoding' }),
    triedAt: instant.nullable(),
    lastError: z
      .object({
        message: z.string().meta({ description: "in the reader's language" }),
        detail: z.string().nullable().meta({ description: 'what the program said' }),
      })
      .nullable(),
    originalUntil: instant.nullable().meta({
      description: 'a failed media with its original, which may be tried again until then',
    }),
    can: z.array(z.enum(['retry', 'cancel'])),
    ai: aiLabelSchema,
    createdAt: instant,
  })
  .meta({ id: 'MediaWork' });

const mediaId = z.object({ id: id('media') });

export const moderationRoutes = {
  'GET /dsb/medias': route({
    id: 'dsb.medias',
    summary:
      'Uploads and the work on them, newest first; found by their id or the domain name of their owner',
    auth: 'admin',
    right: 'content.read',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      before: uuid().optional(),
      state: workState.optional(),
      search: z.string().trim().max(60).optional(),
    }),
    reply: z.array(mediaWorkSchema),
    list: 'cursor',
  }),
  'POST /dsb/medias/{id}/retry': route({
    id: 'dsb.retryMedia',
    summary:
      'Begins the work on a failed media again, as long as its original is there, or the next attempt of a waiting one at once',
    auth: 'admin',
    right: 'content.decide',
    params: mediaId,
    reply: z.object({ id: id('media') }),
    errors: ['media.notFound', 'media.notKept'],
  }),
  'POST /dsb/medias/{id}/cancel': route({
    id: 'dsb.cancelMedia',
    summary:
      'Stops the work on a media; its owner is notified, and its original stays for another attempt',
    auth: 'admin',
    right: 'content.decide',
    params: mediaId,
    reply: z.object({ id: id('media') }),
    errors: ['media.notFound', 'media.notInWork'],
  }),
  'POST /dsb/medias/{id}/take-down': route({
    id: 'dsb.takeDownMedia',
    summary:
      'Removes a media, for buyers too, and refuses copies of it from then on: resized, recompressed or mirrored. Its owner gets the reason and may contest it',
    auth: 'admin',
    right: 'content.decide',
    params: mediaId,
    body: z.object({
      code: removalReason.default('otherRule'),
      reason: z.string().trim().min(1).max(REASON_MAX),
    }),
    example: { reason: 'ordem judicial 123/2026' },
    reply: z.object({
      blocked: z.int().meta({ description: 'pictures, frames and files that must not come back' }),
    }),
    errors: ['media.notFound', 'decision.own'],
  }),
};
