// /dsb/fees: what the platform keeps of one producer's sales. Source: product decisions, section 4.
import { z } from 'zod';
import { route } from '../../route.ts';
import { id } from '../../wire.ts';
import { proposal } from './proposal.ts';

const feeSchema = z
  .object({
    feeBps: z
      .int()
      .meta({ description: 'what the platform keeps of each sale from now on, in basis points' }),
    usualBps: z.int().meta({ description: 'of producers without a fee of their own' }),
    own: z.boolean().meta({ description: 'this producer has a fee of their own' }),
    waitsForSecond: z.boolean().meta({
      description: 'the last request is stored when another administrator makes the same one',
    }),
    proposals: z.array(
      z.object({
        feeBps: z.int().nullable().meta({ description: 'null: the usual fee' }),
        ...proposal,
      }),
    ),
  })
  .meta({ id: 'ProducerFee' });

const params = z.object({ producerId: id('profile') });

export const feesRoutes = {
  'GET /dsb/fees/{producerId}': route({
    id: 'dsb.fee',
    summary: 'What the platform keeps of a producer’s sales',
    auth: 'admin',
    right: 'money.read',
    params,
    reply: feeSchema,
    errors: ['profile.notFound'],
  }),
  'PUT /dsb/fees/{producerId}': route({
    id: 'dsb.setFee',
    summary:
      'Gives a producer a fee of their own, or the usual one again; earlier sales keep their fee. Where two administrators decide (ADMIN_SECOND_PERSON), it is stored when a second one makes the same request. Needs a fresh proof of identity and is recorded',
    auth: 'admin',
    right: 'money.decide',
    stepUp: true,
    params,
    body: z.object({
      feeBps: z
        .int()
        .min(0)
        .max(9_000)
        .nullable()
        .meta({ description: 'basis points; null: the usual fee' }),
      reason: z.string().trim().min(1).max(500),
    }),
    example: { feeBps: 1_500, reason: 'launch partner' },
    reply: feeSchema,
    errors: ['profile.notFound', 'decision.own'],
    perMinute: 30,
  }),
};
