// Automations of /chats: messages that are sent for a producer when something happens, and their
// log.
import { z } from 'zod';
import type { Id } from '../../ids.ts';
import {
  AUTOMATION_DELAY_MINUTES_MAX,
  AUTOMATION_PERIOD_MAX,
  AUTOMATION_LOG_PAGE,
  AUTOMATIONS_MAX,
  MESSAGE_MAX,
  MESSAGE_MEDIAS_MAX,
  PRICE_MAX_CENTAVOS,
  PRICE_MIN_CENTAVOS,
} from '../../limits.ts';
import { route } from '../../route.ts';
import { amountSchema, centavosSchema, id, instant, uuid } from '../../wire.ts';
import { attachedMedia, mediaPerformers, mediaSchema } from '../media.ts';
import { profileSummarySchema } from '../profiles.ts';
import { ownReviewSchema } from '../reviews.ts';

declare module '../../events.ts' {
  interface RealtimeEvents {
    /** A review of an automation or the welcome message of mine was decided. */
    automations: { id: string };
  }
}

export type AutomationId = Id<'automation'>;

/**
 * What makes a message due. `renewal`: a paid period follows another within a week. `expiry`: paid
 * time ended and is not renewed. `firstPurchase`: of a post, a collection or a paid message.
 * `birthday`: months since the first subscription, for present subscribers. `silence`: days since
 * the last message of a fan who has written.
 */
const AUTOMATION_TRIGGERS = [
  'follow',
  'firstSubscription',
  'renewal',
  'expiry',
  'firstPurchase',
  'birthday',
  'silence',
] as const;
export type AutomationTrigger = (typeof AUTOMATION_TRIGGERS)[number];

/**
 * Why a message was not sent: the pair is blocked or hidden; the fan muted the conversation; the
 * fan is no longer what the rule is about, such as who unfollowed, or subscribed again before a
 * message about the expiry; the fan is not in the list of the rule; the rule was switched off or
 * deleted.
 */
const SKIP_REASONS = ['blocked', 'muted', 'left', 'notInList', 'stopped'] as const;

const fields = {
  trigger: z.enum(AUTOMATION_TRIGGERS),
  period: z
    .int()
    .min(1)
    .max(AUTOMATION_PERIOD_MAX)
    .nullable()
    .default(null)
    .meta({ description: 'months of a birthday, days of a silence; null for other triggers' }),
  repeats: z
    .boolean()
    .default(false)
    .meta({ description: 'a birthday: again each time that the months have passed' }),
  delayMinutes: z.int().min(0).max(AUTOMATION_DELAY_MINUTES_MAX).default(0),
  message: z.string().trim().max(MESSAGE_MAX).default('').meta({
    description: '{nome} stands for the name of the receiver',
  }),
  price: amountSchema(PRICE_MIN_CENTAVOS, PRICE_MAX_CENTAVOS).nullable().default(null).meta({
    description: 'what the receiver pays to see the media that are not free',
  }),
  free: z.array(z.int().min(0)).max(MESSAGE_MEDIAS_MAX).default([]).meta({
    description: 'places of the media that are shown without paying',
  }),
  listId: id('list').nullable().default(null).meta({
    description:
      'only people of this list of mine get it, asked when it is sent; not a list by places, because the log would tell where single people live',
  }),
  enabled: z.boolean().default(true),
};

const bodySchema = z.object({
  ...fields,
  performerIds: mediaPerformers,
  medias: z.array(attachedMedia).max(MESSAGE_MEDIAS_MAX).default([]).meta({
    description: 'in order: media of mine by id, or finished uploads',
  }),
});

const automationSchema = z
  .object({
    ...fields,
    id: id('automation'),
    price: centavosSchema.nullable(),
    medias: z.array(mediaSchema),
    sent: z.int().meta({ description: 'how many messages it has sent' }),
    review: ownReviewSchema.nullable().meta({
      description: 'of the review that holds it; until its decision what is due waits',
    }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Automation' });

const logEntrySchema = z
  .object({
    id: uuid(),
    automationId: id('automation').nullable().meta({ description: 'null: the welcome message' }),
    trigger: z.enum(AUTOMATION_TRIGGERS),
    profile: profileSummarySchema.nullable().meta({ description: 'null: hidden from me' }),
    state: z.enum(['waiting', 'sent', 'skipped']),
    reason: z.enum(SKIP_REASONS).nullable().meta({ description: 'why it was not sent' }),
    messageId: id('message').nullable(),
    dueAt: instant,
    decidedAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'AutomaticMessage' });

const params = z.object({ id: id('automation') });
const example = {
  trigger: 'expiry' as const,
  delayMinutes: 1_440,
  message: 'Oi, {nome}! Senti sua falta.',
};
const listErrors = ['list.notFound', 'list.placeAlone'] as const;
const uploadErrors = [
  'media.notFound',
  'media.withheld',
  'performer.notReady',
  'performer.noMessage',
  'performer.noDownload',
  'upload.notFound',
  'upload.typeNotAllowed',
  'upload.tooLarge',
] as const;

export const automationsRoutes = {
  'GET /chats/automations': route({
    id: 'automations.list',
    summary: `My automations, newest first, at most ${AUTOMATIONS_MAX}`,
    auth: 'producer',
    reply: z.array(automationSchema).max(AUTOMATIONS_MAX),
  }),
  'POST /chats/automations': route({
    id: 'automations.create',
    summary: 'Creates an automation; what happened before is no event of it',
    auth: 'producer',
    body: bodySchema,
    example,
    reply: automationSchema,
    idempotency: 'accepted',
    errors: [
      'automation.tooMany',
      'message.empty',
      'message.nothingToSell',
      ...listErrors,
      ...uploadErrors,
    ],
    perMinute: 30,
  }),
  'PUT /chats/automations/{id}': route({
    id: 'automations.edit',
    summary:
      'Replaces an automation; messages that wait are sent as it says now, or not at all when it is off',
    auth: 'producer',
    params,
    body: bodySchema,
    example,
    reply: automationSchema,
    errors: [
      'automation.notFound',
      'message.empty',
      'message.nothingToSell',
      ...listErrors,
      ...uploadErrors,
    ],
    perMinute: 60,
  }),
  'DELETE /chats/automations/{id}': route({
    id: 'automations.delete',
    summary: 'Deletes an automation; messages that wait are not sent, and its log stays',
    auth: 'producer',
    params,
    reply: z.null(),
    errors: ['automation.notFound'],
    perMinute: 60,
  }),
  'GET /chats/automations/log': route({
    id: 'automations.log',
    summary:
      'What was sent to whom by my automations and my welcome message, and what was not and why, newest first',
    auth: 'producer',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(AUTOMATION_LOG_PAGE),
      before: z.string().max(200).optional().meta({ description: 'cursor of the previous page' }),
      automationId: id('automation').optional(),
    }),
    reply: z.array(logEntrySchema),
    list: 'cursor',
  }),
};
