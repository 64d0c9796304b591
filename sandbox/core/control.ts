// Control API for tests, shared by all protocols: clock, faults, notifications.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import { faultSchema, type Faults } from './faults.ts';
import type { WebhookSender } from './webhooks.ts';

const advanceSchema = z.object({
  seconds: z
    .number()
    .positive()
    .max(60 * 60 * 24 * 3660),
});

/** `/__clock`, `/__faults`, `/__webhooks`, `/healthz`. */
export const controlRoutes = (
  app: FastifyInstance,
  core: { clock: Clock; faults: Faults; webhooks: WebhookSender },
): void => {
  const { clock, faults, webhooks } = core;
  const time = () => ({ now: clock.now().toISOString(), offsetMs: clock.offsetMs() });

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/__clock', async () => time());
  app.post('/__clock/advance', async (request) => {
    clock.advance(Math.round(advanceSchema.parse(request.body).seconds * 1000));
    return time();
  });

  app.get('/__faults', async () => faults.armed());
  app.post('/__faults', async (request, reply) => {
    faults.arm(faultSchema.parse(request.body));
    return reply.code(201).send(faults.armed());
  });
  app.delete('/__faults', async (_request, reply) => {
    faults.disarmAll();
    return reply.code(204).send();
  });

  app.get('/__webhooks', async () => webhooks.deliveries());
};
