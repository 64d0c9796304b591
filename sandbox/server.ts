// Puts the sandbox together: one core, one folder per protocol, the pages.
import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type CieloMerchant, cieloRoutes } from './cielo/routes.ts';
import { createCaratOrders } from './carat/payments.ts';
import { type CaratMerchant, caratRoutes } from './carat/routes.ts';
import { challengePages } from './cards/challenge.ts';
import { createCardSales } from './cielo/card-sales.ts';
import { createBoletos } from './cielo/boletos.ts';
import { openClock } from './core/clock.ts';
import { controlRoutes } from './core/control.ts';
import { createFaults } from './core/faults.ts';
import { orderControl } from './core/order-control.ts';
import type { LovenseDeveloper } from './lovense/app.ts';
import { lovenseRoutes } from './lovense/routes.ts';
import type { OrderStore, SandboxContext } from './core/order-store.ts';
import { openStore } from './core/store.ts';
import { startWebhooks } from './core/webhooks.ts';
import { orderPages } from './pages/order-pages.ts';
import { payPages } from './pages/pay-pages.ts';
import { mandatePages } from './pages/mandate-pages.ts';
import { createPayPalOrders } from './paypal/orders.ts';
import { type PayPalMerchant, paypalRoutes } from './paypal/routes.ts';
import { createSigner } from './paypal/signing.ts';
import {
  createRedeOrders,
  redeChallengeHandler,
  type RedeMerchant,
  redeRoutes,
} from './rede/routes.ts';
import { createPicPayOrders, type PicPayStore, picpayRoutes } from './picpay/routes.ts';
import type { Client } from './pix/access.ts';
import type { Receiver } from './pix/charges.ts';
import { pixControl } from './pix/control.ts';
import type { Bank } from './pix/notifications.ts';
import { pixRoutes } from './pix/routes.ts';
import { type OpenIdClient, openIdRoutes } from './age/openid.ts';
import { createWallet } from './age/wallet.ts';
import { walletPages } from './age/wallet-pages.ts';
import { type YotiClient, yotiRoutes } from './age/yoti.ts';
import { turnstileRoutes } from './turnstile/routes.ts';
import type { TurnstileSite } from './turnstile/site.ts';

/** Parses application/x-www-form-urlencoded; of repeated names the last counts. */
const acceptForms = (app: FastifyInstance): void => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    },
  );
};

export type SandboxOptions = {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** The folder of all state. */
  stateDir: string;
  pix: { client: Client; receiver: Receiver };
  cielo: CieloMerchant;
  picpay: PicPayStore;
  paypal: PayPalMerchant;
  rede: RedeMerchant;
  carat: CaratMerchant;
  turnstile: TurnstileSite;
  lovense: LovenseDeveloper;
  age: { openId: OpenIdClient; yoti: YotiClient };
  /** When its story begins; without it now. */
  startAt?: Date;
};

export type Sandbox = { url: string; close: () => Promise<void> };

/** Starts every protocol on one address. */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  const store = openStore(options.stateDir);
  const clock = openClock(store, options.startAt);
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
  const context: SandboxContext = { store, clock, faults };
  const boletos = createBoletos(context, webhooks);
  const picpay = createPicPayOrders(context, webhooks, options.picpay);
  const signer = await createSigner(context);
  const paypal = createPayPalOrders(context, webhooks, signer, () => app.listeningOrigin);
  const rede = createRedeOrders(context);
  const cieloCards = createCardSales(context, webhooks);
  const carat = createCaratOrders(context, webhooks);
  const orderStores = [boletos, picpay, paypal] as OrderStore[];
  await app.register(redeRoutes(context, rede, options.rede));
  await app.register(cieloRoutes(context, boletos, cieloCards, options.cielo));
  await app.register(caratRoutes(context, carat, options.carat));
  await app.register(picpayRoutes(context, picpay, options.picpay));
  await app.register(paypalRoutes(context, paypal, signer, options.paypal));
  await app.register(lovenseRoutes(context, options.lovense));
  await app.register(turnstileRoutes(context, options.turnstile));
  await app.register(walletPages(createWallet(context)));
  await app.register(openIdRoutes(context, options.age.openId));
  await app.register(yotiRoutes(context, options.age.yoti));
  await app.register(challengePages([redeChallengeHandler(rede)]));
  await app.register(orderControl([...orderStores, rede, cieloCards, carat] as OrderStore[]));
  await app.register(payPages(bank, orderStores));
  await app.register(mandatePages(bank));
  await app.register(orderPages(orderStores));
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
