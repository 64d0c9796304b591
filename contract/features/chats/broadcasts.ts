// Mass messages of /chats: one content to a selection of people, at once or later.
import { z } from 'zod';
import type { Id } from '../../ids.ts';
import {
  BROADCAST_PRICES_MAX,
  BROADCASTS_PAGE,
  CALENDAR_DAYS_MAX,
  MESSAGE_MAX,
  MESSAGE_MEDIAS_MAX,
  PRICE_MAX_CENTAVOS,
  PRICE_MIN_CENTAVOS,
} from '../../limits.ts';
import { route } from '../../route.ts';
import { amountSchema, centavosSchema, id, instant } from '../../wire.ts';
import { selectionFields, selectionPartSchema } from '../lists.ts';
import { attachedMedia, mediaPerformers, mediaSchema } from '../media.ts';
import { ownReviewSchema } from '../reviews.ts';

declare module '../../events.ts' {
  interface RealtimeEvents {
    /** A mass message of mine changed its state, or reached more receivers. */
    broadcasts: { id: string };
  }
}

export type BroadcastId = Id<'broadcast'>;

/**
 * `scheduled`: waits for `sendAt`. `sending`: some receivers have it, the others will. `cancelled`:
 * before it was sent. `unsent`: taken back from all who have not bought it.
 */
const BROADCAST_STATES = ['scheduled', 'sending', 'sent', 'cancelled', 'unsent'] as const;
export type BroadcastState = (typeof BROADCAST_STATES)[number];

/** A mass message as its sender sees it. */
const broadcastSchema = z
  .object({
    id: id('broadcast'),
    state: z.enum(BROADCAST_STATES),
    include: z.array(selectionPartSchema),
    exclude: z.array(selectionPartSchema),
    message: z.string(),
    medias: z.array(mediaSchema).meta({ description: 'in their order' }),
    free: z
      .array(z.int())
      .meta({ description: 'places of the media that are shown without paying' }),
    price: centavosSchema.nullable(),
    prices: z
      .array(z.object({ for: selectionPartSchema, price: centavosSchema }))
      .meta({ description: 'for groups of its receivers' }),
    lockText: z.boolean(),
    review: ownReviewSchema.nullable().meta({ description: 'of the review that holds it' }),
    stopped: z.object({ at: instant, withheld: z.boolean() }).nullable().meta({
      description:
        'since when its sending has stopped, because it or a media of it was withheld; `withheld`: it still is',
    }),
    sendAt: instant,
    createdAt: instant,
    finishedAt: instant.nullable().meta({ description: 'when the last receiver had it' }),
    editedAt: instant.nullable(),
    editable: z.boolean().meta({
      description: 'its content may be changed: it was neither bought nor taken back',
    }),
    resendOf: id('broadcast').nullable(),
    statistics: z.object({
      receivers: z.int().meta({ description: 'who have it' }),
      skipped: z.int().meta({
        description:
          'in the selection, but had as many mass messages of mine that day as are allowed',
      }),
      owned: z.int().meta({
        description: 'receivers who owned priced media of it when it was sent',
      }),
      seen: z.int().meta({ description: 'receivers who read it; up to a minute old' }),
      bought: z.int().meta({ description: 'purchases that were paid' }),
      earned: centavosSchema.meta({ description: 'my share of these' }),
    }),
  })
  .meta({ id: 'Broadcast' });

const params = z.object({ id: id('broadcast') });

const content = {
  message: z.string().trim().max(MESSAGE_MAX).default(''),
  performerIds: mediaPerformers,
  medias: z.array(attachedMedia).max(MESSAGE_MEDIAS_MAX).default([]).meta({
    description:
      'in order: media of mine by id, or finished uploads of GET /auth/private-upload/{type}',
  }),
  price: amountSchema(PRICE_MIN_CENTAVOS, PRICE_MAX_CENTAVOS)
    .nullable()
    .default(null)
    .meta({ description: 'what a receiver pays to see the media' }),
  prices: z
    .array(
      z.object({
        for: selectionPartSchema,
        price: amountSchema(PRICE_MIN_CENTAVOS, PRICE_MAX_CENTAVOS),
      }),
    )
    .max(BROADCAST_PRICES_MAX)
    .default([])
    .meta({
      description:
        'instead of `price` for receivers who are in the group when it is sent; in several of them, the lowest; no places',
    }),
  lockText: z
    .boolean()
    .default(false)
    .meta({ description: 'the text is sold with the media, and not shown before' }),
  free: z.array(z.int().min(0)).max(MESSAGE_MEDIAS_MAX).default([]).meta({
    description: 'places of the media that are shown without paying',
  }),
};

const contentErrors = [
  'message.empty',
  'message.nothingToSell',
  'media.notFound',
  'media.withheld',
  'performer.notReady',
  'performer.noMessage',
  'performer.noDownload',
  'upload.notFound',
  'upload.typeNotAllowed',
  'upload.tooLarge',
] as const;

export const broadcastsRoutes = {
  'POST /chats/many': route({
    id: 'chats.sendMany',
    summary:
      'Sends one message to all of a selection, now or at an instant; answers at once, and the receivers get it one after the other',
    auth: 'producer',
    body: z.object({
      ...selectionFields,
      ...content,
      sendAt: instant.optional().meta({ description: 'left out or past: now' }),
    }),
    example: { include: [{ kind: 'subscribers' }], message: 'Tem ensaio novo!' },
    reply: broadcastSchema,
    idempotency: 'required',
    errors: [
      ...contentErrors,
      'list.notFound',
      'list.placeAlone',
      'list.placeTooSmall',
      'validate.invalid',
    ],
    perMinute: 20,
  }),
  'GET /chats/broadcasts': route({
    id: 'chats.broadcasts',
    summary: `My mass messages, by when they are or were sent, newest first; with from and until those of a span of at most ${CALENDAR_DAYS_MAX} days, for the calendar`,
    auth: 'producer',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(BROADCASTS_PAGE),
      before: z.string().max(200).optional().meta({ description: 'cursor of the previous page' }),
      from: instant.optional(),
      until: instant.optional().meta({ description: 'not itself in the span' }),
    }),
    reply: z.array(broadcastSchema),
    list: 'cursor',
    errors: ['validate.invalid'],
  }),
  'GET /chats/broadcasts/{id}': route({
    id: 'chats.broadcast',
    summary: 'A mass message of mine with its statistics',
    auth: 'producer',
    params,
    reply: broadcastSchema,
    errors: ['broadcast.notFound'],
  }),
  'PUT /chats/broadcasts/{id}': route({
    id: 'chats.editBroadcast',
    summary:
      'Replaces the content of a mass message for all receivers until one of them bought it; receivers, instant and the prices of groups only while it is scheduled; receivers and instant are kept when left out',
    auth: 'producer',
    params,
    body: z.object({
      ...content,
      include: selectionFields.include.optional(),
      exclude: z.array(selectionPartSchema).max(20).optional(),
      sendAt: instant.optional(),
    }),
    example: { message: 'Tem ensaio novo hoje!' },
    reply: broadcastSchema,
    errors: [
      ...contentErrors,
      'broadcast.notFound',
      'broadcast.started',
      'broadcast.ended',
      'review.sold',
      'message.sold',
      'list.notFound',
      'list.placeAlone',
      'list.placeTooSmall',
      'validate.invalid',
    ],
    perMinute: 30,
  }),
  'DELETE /chats/broadcasts/{id}': route({
    id: 'chats.unsendBroadcast',
    summary:
      'Cancels a mass message that is scheduled, or takes it back from all receivers who have not bought it',
    auth: 'producer',
    params,
    reply: broadcastSchema,
    errors: ['broadcast.notFound'],
    perMinute: 30,
  }),
  'POST /chats/broadcasts/{id}/continue': route({
    id: 'chats.continueBroadcast',
    summary:
      'Sends a mass message that has stopped to those of its receivers who were not reached, once it is shown again',
    auth: 'producer',
    params,
    reply: broadcastSchema,
    errors: ['broadcast.notFound', 'broadcast.notStopped', 'broadcast.withheld'],
    perMinute: 10,
  }),
  'POST /chats/broadcasts/{id}/resend': route({
    id: 'chats.resendBroadcast',
    summary: 'Sends a mass message once more to those of its receivers who have not read it',
    auth: 'producer',
    params,
    reply: broadcastSchema,
    idempotency: 'required',
    errors: ['broadcast.notFound', 'broadcast.notSent', 'broadcast.withheld'],
    perMinute: 10,
  }),
};
