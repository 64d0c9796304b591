// /dsb/lives/frames: pictures of parties, taken every 30 seconds, which /dsb/reviews shows.
import { z } from 'zod';
import type { Id } from '../../ids.ts';
import { route } from '../../route.ts';
import { id, instant } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';

export type LiveFrameId = Id<'liveFrame'>;

export const FRAME_EVERY_SECONDS = 30;
/** Frames without evidence of a report are deleted after so many days. */
export const FRAMES_KEPT_DAYS = 7;
/** Frames of one show that are reviewed together. */
export const FRAMES_PER_REVIEW = 10;

/** Address of a frame's picture, for administrators. */
export const frameImagePath = (id: LiveFrameId): string => `/api/dsb/lives/frames/${id}/image`;

/**
 * `regular`: every 30 seconds of a party. Where the installation checks the face of who goes live,
 * `face` is the picture that the producer took of themselves before the show, and `start` the first
 * frame of the show. `report`: taken when the show was reported, as evidence.
 */
export const FRAME_KINDS = ['regular', 'face', 'start', 'report'] as const;

/** Digits of the picture of a face in base64: 0.75 MB. */
export const FACE_PICTURE_MAX = 1_024 ** 2;

const frameSchema = z
  .object({
    id: id('liveFrame'),
    liveId: id('live'),
    profile: profileSummarySchema.nullable(),
    kind: z.enum(FRAME_KINDS),
    takenAt: instant,
    blocked: z.boolean().meta({ description: 'it looks like a picture that was taken down' }),
    url: z.string().nullable().meta({
      description:
        'address of the picture, for administrators; null: of a private show without a report the picture was dropped',
    }),
    ended: z.boolean().meta({ description: 'the show has ended' }),
    reviewedAt: instant.nullable(),
  })
  .meta({ id: 'LiveFrame' });

export const framesRoutes = {
  'GET /dsb/lives/frames': route({
    id: 'dsb.liveFrames',
    summary: 'The frames of a show that are kept, newest first',
    auth: 'admin',
    right: 'content.read',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(30),
      liveId: id('live'),
    }),
    reply: z.array(frameSchema),
  }),
  'GET /dsb/lives/frames/{id}/image': route({
    id: 'dsb.liveFrameImage',
    summary: 'The picture of a frame',
    auth: 'admin',
    right: 'content.read',
    params: z.object({ id: id('liveFrame') }),
    reply: z.null(),
    file: 'image/webp',
    errors: ['frame.notFound'],
  }),
};
