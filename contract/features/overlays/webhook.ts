// Webhooks of producers: one address to which the events of their rooms are sent, signed.
import { z } from 'zod';
import type { Id } from '../../ids.ts';
import { route } from '../../route.ts';
import { id, instant } from '../../wire.ts';
import { roomEventSchema } from '../lives/room-events.ts';
import {
  TEST_EVENTS_PER_MINUTE,
  WEBHOOK_ATTEMPTS,
  WEBHOOK_DELIVERIES_SHOWN,
  WEBHOOK_FORMER_SECRET_HOURS,
  WEBHOOK_URL_MAX,
} from './limits.ts';

export type WebhookId = Id<'webhook'>;
export type WebhookDeliveryId = Id<'webhookDelivery'>;

/** `disabled`: its program answered 410 (Gone). */
const WEBHOOK_STATES = ['active', 'disabled'] as const;
/** `waiting`: not sent yet, or to be tried again; `failed`: not tried again. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
/**
 * Why an attempt brought no status: the address is not public, no connection, no answer in time.
 */
export const DELIVERY_PROBLEMS = ['refused', 'unreachable', 'timeout'] as const;

const webhookSchema = z
  .object({
    url: z.string(),
    state: z.enum(WEBHOOK_STATES),
    createdAt: instant,
    rotatedAt: instant.nullable().meta({ description: 'when the secret was last changed' }),
    formerSecretUntil: instant
      .nullable()
      .meta({ description: 'until then the former secret signs, too' }),
  })
  .meta({ id: 'Webhook' });

const secret = z
  .string()
  .meta({ description: 'whsec_ and base64 of the key, as in the Standard Webhooks specification' });

const deliverySchema = z
  .object({
    id: id('webhookDelivery'),
    event: roomEventSchema.meta({ description: 'what is sent; its id is the header webhook-id' }),
    state: z.enum(DELIVERY_STATES),
    attempts: z.int(),
    status: z.int().nullable().meta({ description: 'HTTP status of the last answer' }),
    problem: z.enum(DELIVERY_PROBLEMS).nullable(),
    createdAt: instant,
    triedAt: instant.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

export const webhookRoutes = {
  'GET /overlays/webhook': route({
    id: 'overlays.webhook',
    summary: 'My webhook, without its secret; null without one',
    auth: 'producer',
    reply: webhookSchema.nullable(),
  }),
  'PUT /overlays/webhook': route({
    id: 'overlays.setWebhook',
    summary: `Sets the address to which the events of my rooms are sent, signed as the Standard Webhooks specification says, in up to ${WEBHOOK_ATTEMPTS} attempts. The reply has the secret when the webhook is new, and never again`,
    auth: 'producer',
    body: z.object({ url: z.string().trim().min(1).max(WEBHOOK_URL_MAX) }),
    example: { url: 'https://events.example.com/camarim' },
    reply: webhookSchema.extend({
      secret: secret.nullable().meta({ description: 'null: the webhook keeps its secret' }),
    }),
    errors: ['webhook.urlRefused'],
    perMinute: 20,
  }),
  'DELETE /overlays/webhook': route({
    id: 'overlays.deleteWebhook',
    summary: 'Deletes my webhook and its deliveries; repeating it changes nothing',
    auth: 'producer',
    reply: z.null(),
  }),
  'POST /overlays/webhook/secret': route({
    id: 'overlays.rotateSecret',
    summary: `Makes a new secret, shown in this reply only; the former one signs, too, for ${WEBHOOK_FORMER_SECRET_HOURS} hours`,
    auth: 'producer',
    reply: webhookSchema.extend({ secret }),
    errors: ['webhook.notFound'],
    perMinute: 5,
  }),
  'GET /overlays/webhook/deliveries': route({
    id: 'overlays.deliveries',
    summary: `The last ${WEBHOOK_DELIVERIES_SHOWN} deliveries of my webhook, newest first`,
    auth: 'producer',
    reply: z.array(deliverySchema),
  }),
  'POST /overlays/test': route({
    id: 'overlays.test',
    summary: 'Sends an event of type test to everything that I have connected',
    auth: 'producer',
    reply: z.null(),
    perMinute: TEST_EVENTS_PER_MINUTE,
  }),
};
