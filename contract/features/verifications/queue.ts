// The queue of identity checks that administrators work through: its kinds, their states, and how
// many cases wait. Cases are listed by GET /dsb/age, /dsb/performers and /dsb/producer.
import { z } from 'zod';
import { route } from '../../route.ts';
import { instant } from '../../wire.ts';

const queueSchema = z
  .object({
    kind: z.enum(['age', 'producer', 'performer']),
    states: z
      .array(z.enum(['waiting', 'approved', 'rejected', 'revoked']))
      .meta({ description: 'states whose cases can be listed' }),
    waiting: z.int().meta({ description: 'cases that wait for a decision' }),
    oldestAt: instant.nullable().meta({ description: 'since when the oldest of them waits' }),
  })
  .meta({ id: 'VerificationQueue' });

export const queueRoutes = {
  'GET /dsb/verifications': route({
    id: 'dsb.verifications',
    summary: 'How many identity checks of each kind wait for a decision, without personal data',
    auth: 'admin',
    right: 'identity.read',
    reply: z.array(queueSchema),
    perMinute: 60,
  }),
};
