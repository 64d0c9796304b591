// Puts the sandbox together: one core, one folder per protocol, the pages.
import Fastify from 'fastify';
import { z } from 'zod';
import { type CieloMerchant, cieloRoutes } from './cielo/routes.ts';
import { openCarat } from './carat/payments.ts';
import { type CaratMerchant, caratRoutes } from './carat/routes.ts';
import { challengePages } from './cards/challenge.ts';
import { openCardSales } from './cielo/card-sales.ts';
import { openSlips } from './cielo/slips.ts';
import { openClock } from './core/clock.ts';
import { controlRoutes } from './core/control.ts';
import { createFaults } from './core/faults.ts';
import { orderControl } from './core/order-control.ts';
import type { OrderBook, Tools } from './core/orders.ts';
import { acceptForms } from './core/form-body.ts';
import { openStore } from './core/store.ts';
import { startWebhooks } from './core/webhooks.ts';
import { orderPages } from './pages/order-pages.ts';
import { payPages } from './pages/pay-pages.ts';
import { permissionPages } from './pages/permission-pages.ts';
import { openPayPal } from './paypal/orders.ts';
import { type PayPalMerchant, paypalRoutes } from './paypal/routes.ts';
import { openSigner } from './paypal/signing.ts';
import { openRede, redeChallenger, type RedeMerchant, redeRoutes } from './rede/routes.ts';
import { openPicPay, type PicPayStore, picpayRoutes } from './picpay/routes.ts';
import type { Client } from './pix/access.ts';
import type { Receiver } from './pix/charges.ts';
import { pixControl } from './pix/control.ts';
import type { Bank } from './pix/payments.ts';
import { pixRoutes } from './pix/routes.ts';
import { turnstileRoutes } from './turnstile/routes.ts';
import type { TurnstileSite } from './turnstile/site.ts';

export type SandboxOptions = {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** The folder that keeps everything. */
  stateDir: string;
  pix: { client: Client; receiver: Receiver };
  cielo: CieloMerchant;
  picpay: PicPayStore;
  paypal: PayPalMerchant;
  rede: RedeMerchant;
  carat: CaratMerchant;
  turnstile: TurnstileSite;
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
  const tools: Tools = { store, clock, faults };
  const slips = openSlips(tools, webhooks);
  const picpay = openPicPay(tools, webhooks, options.picpay);
  const signer = await openSigner(tools);
  const paypal = openPayPal(tools, webhooks, signer, () => app.listeningOrigin);
  const rede = openRede(tools);
  const cieloCards = openCardSales(tools, webhooks);
  const carat = openCarat(tools, webhooks);
  const books = [slips, picpay, paypal] as OrderBook[];
  await app.register(redeRoutes(tools, rede, options.rede));
  await app.register(cieloRoutes(tools, slips, cieloCards, options.cielo));
  await app.register(caratRoutes(tools, carat, options.carat));
  await app.register(picpayRoutes(tools, picpay, options.picpay));
  await app.register(paypalRoutes(tools, paypal, signer, options.paypal));
  await app.register(turnstileRoutes(tools, options.turnstile));
  await app.register(challengePages([redeChallenger(rede)]));
  await app.register(orderControl([...books, rede, cieloCards, carat] as OrderBook[]));
  await app.register(payPages(bank, books));
  await app.register(permissionPages(bank));
  await app.register(orderPages(books));
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
