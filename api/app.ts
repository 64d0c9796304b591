// The application: features wired to the platform and mounted on one server. Knows no adapter but
// the embedded store's routes.
import type { FastifyInstance } from 'fastify';
import { assemble } from './assemble.ts';
import type { Ctx } from './context.ts';
import type { AnyFeature, Services } from './feature.ts';
import { features } from './features.ts';
import { offeredProviders, requireRecentStrongAuth } from './features/auth/index.ts';
import { announceWebhooks } from './features/funds/index.ts';
import { embeddedStore } from './platform/blobs/embedded-store.ts';
import { isEmbedded } from './platform/blobs/open.ts';
import { storeReplies } from './platform/idempotency/stored-replies.ts';
import { createGuard } from './platform/http/guard.ts';
import { mountHealth } from './platform/http/health.ts';
import { type Handlers, mount } from './platform/http/mount.ts';
import { documentApi } from './platform/http/openapi/openapi.ts';
import { connectDatabase, DEADLINES } from './platform/database/database.ts';
import { createReadiness } from './platform/http/readiness.ts';
import { createServer, installApiNotFound } from './platform/http/server.ts';
import { isLiveKit, liveKitWebhook } from './platform/live/livekit/webhook-route.ts';
import { createInboxAccess } from './platform/mail/inbox-access.ts';
import { mountInbox } from './platform/mail/inbox-page.ts';
import type { Platform } from './platform/platform.ts';
import { openRealtime } from './platform/realtime/realtime.ts';
import { createTopicChecks } from './platform/realtime/topics.ts';
import { mountWeb, type WebOptions } from './platform/web/mount-web.ts';

export type App = {
  server: FastifyInstance;
  ctx: Ctx;
  services: Services;
  handlers: Handlers;
  /**
   * Registers our webhook addresses at the gateways; call it once the server listens, because some
   * try the address at once.
   */
  announceWebhooks(): Promise<void>;
  /**
   * Says "not ready" and ends each connection with its next answer; all calls are still answered.
   */
  drain(): void;
  /** Answers what is under way, then closes sockets and server. The platform stays open. */
  close(): Promise<void>;
};

export type AppOptions = {
  /** `dev` compiles pages on the fly, `built` serves the build, `none` serves only the API. */
  pages: 'dev' | 'built' | 'none';
  /** Multiplies rate limits; tests and benchmarks raise it. */
  rateScale?: number;
  /**
   * Mounts the local inbox; called with the link that opens it, and with the next one each time
   * that one was used.
   */
  announceInbox?: (link: string) => void;
};

const all: readonly AnyFeature[] = features;

/** How often a server that closes looks for connections that have become idle. */
const IDLE_POLL_MS = 100;

const mountLocalInbox = async (
  server: FastifyInstance,
  { config, mail }: Platform,
  announce: NonNullable<AppOptions['announceInbox']>,
): Promise<void> => {
  if (!mail.inbox || config.production) return;
  const { publicUrl, home } = config;
  mountInbox(server, mail.inbox, await createInboxAccess({ publicUrl, home, announce }));
};

const webOptions = (
  ctx: Ctx,
  authenticate: Services['auth']['authenticate'],
  { dev, rateScale }: { dev: boolean; rateScale: number },
): WebOptions => ({
  dev,
  config: ctx.config,
  limits: ctx.limits,
  rateScale,
  ageOf: (request) => ctx.age.viewOf(request),
  identities: offeredProviders(ctx),
  captchaOrigins: ctx.captcha.origins,
  cardScripts: Object.values(ctx.payments).flatMap(({ cards }) => cards?.scriptOrigins ?? []),
});

const closeServer = async (server: FastifyInstance): Promise<void> => {
  const closed = server.close();
  // A connection whose last answer ended after the closing began stays open, idle, for as long as
  // its caller keeps it.
  const idle = setInterval(() => server.server.closeIdleConnections(), IDLE_POLL_MS);
  await closed.finally(() => clearInterval(idle));
};

/** Builds the application and declares its jobs; listening and working are the caller's. */
export const createApp = async (
  platform: Platform,
  { pages, rateScale = 1, announceInbox }: AppOptions,
): Promise<App> => {
  const { config, log, limits, blobs } = platform;
  const { ctx, services, handlers } = assemble(platform);
  const { authenticate } = services.auth;
  for (const { prepare } of all) await prepare?.(ctx);

  const probing = connectDatabase(platform.pool.options.connectionString ?? '', {
    max: 1,
    applicationName: 'camarim probe',
    deadlines: DEADLINES,
  });
  const readiness = createReadiness({ db: probing.db, home: config.home });
  const server = await createServer(config, log, readiness.isDraining);
  await documentApi(server, config.publicUrl, { browsable: config.API_DOCS ?? !config.production });
  mountHealth(server, readiness);
  if (announceInbox) await mountLocalInbox(server, platform, announceInbox);
  mount(
    server,
    createGuard({
      authenticate,
      limits,
      age: platform.age,
      requireProof: (viewer) => requireRecentStrongAuth(ctx, viewer),
      scale: rateScale,
    }),
    storeReplies(platform),
    handlers,
  );
  installApiNotFound(server);
  for (const { serve } of all) serve?.(server, ctx, services);
  if (isEmbedded(blobs)) await server.register(embeddedStore(blobs));
  if (isLiveKit(platform.live)) await server.register(liveKitWebhook(platform.live));
  const realtime = openRealtime(
    server,
    {
      ...ctx,
      topics: createTopicChecks(
        ctx,
        all.flatMap(({ topics = [] }) => topics),
      ),
    },
    authenticate,
  );
  if (pages !== 'none')
    await mountWeb(server, webOptions(ctx, authenticate, { dev: pages === 'dev', rateScale }));
  await server.ready();

  return {
    server,
    ctx,
    services,
    handlers,
    drain: readiness.drain,
    announceWebhooks: () => announceWebhooks(ctx),
    close: async () => {
      await realtime.close();
      await closeServer(server);
      await probing.close();
    },
  };
};
