// Puts the sandbox together: one core, one folder per protocol, the pages.
import Fastify from 'fastify';
import { z } from 'zod';
import { openClock } from './core/clock.ts';
import { controlRoutes } from './core/control.ts';
import { createFaults } from './core/faults.ts';
import { acceptForms } from './core/form-body.ts';
import { openStore } from './core/store.ts';
import { startWebhooks } from './core/webhooks.ts';
import { payPages } from './pages/pay-pages.ts';
import type { Client } from './pix/access.ts';
import type { Receiver } from './pix/charges.ts';
import { pixControl } from './pix/control.ts';
import type { Bank } from './pix/payments.ts';
import { pixRoutes } from './pix/routes.ts';

export type SandboxOptions = {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** The folder that keeps everything. */
  stateDir: string;
  pix: { client: Client; receiver: Receiver };
};

export type Sandbox = { url: string; close: () => Promise<void> };

/** Starts every protocol on one address. */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const store = openStore(options.stateDir);
  const clock = openClock(store);
  const faults = createFaults();
  const webhooks = startWebhooks(store, clock, faults);
  const bank: Bank = { store, clock, faults, webhooks, receiver: options.pix.receiver };

  const app = Fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 });
  acceptForms(app);
  await app.register(async (control) => {
    control.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof z.ZodError)) throw error;
      return reply.code(400).send({ error: z.prettifyError(error) });
    });
    controlRoutes(control, { clock, faults, webhooks });
  });
  await app.register(pixRoutes(bank, options.pix.client));
  await app.register(pixControl(bank));
  await app.register(payPages(bank));
  const url = await app.listen({ host: options.host, port: options.port });

  return {
    url,
    close: async () => {
      await app.close();
      await webhooks.close();
      store.close();
    },
  };
};
