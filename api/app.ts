// The application: features wired to the platform and mounted on one server. Knows no adapter but
// the embedded store's routes.
import type { FastifyInstance } from 'fastify';
import { createMediaAccess, type MediaAccessSource } from './features/access/index.ts';
import {
  adminContacts,
  type Auth,
  authHandlers,
  contactOf,
  createAuth,
  defineAuthJobs,
  isReservedName,
  offeredProviders,
  requireRecentStrongAuth,
} from './features/auth/index.ts';
import { banksHandlers } from './features/banks/index.ts';
import { commentsHandlers, joinableThreadOwner } from './features/comments/index.ts';
import { followsHandlers } from './features/follows/index.ts';
import {
  defineExportsJobs,
  exportsHandlers,
  registerExportServing,
} from './features/exports/index.ts';
import {
  announceWebhooks,
  answerMandateCharge,
  type TopUpDeps,
  chargeDefaultCard,
  defineFundsJobs,
  fundsHandlers,
  createMandateCharges,
} from './features/funds/index.ts';
import { galleriesHandlers } from './features/galleries/index.ts';
import { goalsHandlers } from './features/goals/index.ts';
import { helpHandlers } from './features/help/index.ts';
import { createLedger, defineLedgerJobs, type Ledger } from './features/ledger/index.ts';
import {
  captionsHandlers,
  moderationHandlers,
  registerImageRoutes,
  registerPlayRoutes,
  uploadHandlers,
} from './features/media/index.ts';
import { notesHandlers } from './features/notes/index.ts';
import { defineNotificationsJobs, notificationsHandlers } from './features/notifications/index.ts';
import {
  definePostsJobs,
  mediaAccess as mediaOfPosts,
  createMediaStepListener,
  postsHandlers,
  createPostWithholding,
} from './features/posts/index.ts';
import {
  blocksHandlers,
  defineProfilesJobs,
  hiddenAmong,
  mediaAccess as mediaOfProfiles,
  profilesHandlers,
  summarise,
} from './features/profiles/index.ts';
import {
  acceptPolicies,
  definePublicsJobs,
  publicsHandlers,
  publishPolicies,
} from './features/publics/index.ts';
import { mediaAccess as mediaUnderReview, reportsHandlers } from './features/reports/index.ts';
import { mediaAccess as mediaOfWelcome, welcomeHandlers } from './features/welcome/index.ts';
import { spendingHandlers } from './features/spending/index.ts';
import {
  countSubscribers,
  defineSubscriptionsJobs,
  endPeriodOf,
  syncMandateByRef,
  planListeners,
  fulfilMandateCharge,
  createMandateCharge,
  type SubscriptionsDeps,
  subscriptionsHandlers,
} from './features/subscriptions/index.ts';
import { tiersHandlers } from './features/tiers/index.ts';
import { mediaAccess as mediaOfVaults, vaultHandlers } from './features/vault/index.ts';
import {
  defineVerificationsJobs,
  registerDocumentServing,
  verificationsHandlers,
} from './features/verifications/index.ts';
import { erasers, exporters } from './personal-data.ts';
import { embeddedStore } from './platform/blobs/embedded-store.ts';
import { isEmbedded } from './platform/blobs/open.ts';
import { storeReplies } from './platform/idempotency/stored-replies.ts';
import { createGuard, viewerOf } from './platform/http/guard.ts';
import { mountHealth } from './platform/http/health.ts';
import { mount } from './platform/http/mount.ts';
import { documentApi } from './platform/http/openapi.ts';
import { connectDatabase, DEADLINES } from './platform/database/database.ts';
import { createReadiness } from './platform/http/readiness.ts';
import { createServer, installApiNotFound } from './platform/http/server.ts';
import { createInboxAccess } from './platform/mail/inbox-access.ts';
import { mountInbox } from './platform/mail/inbox-page.ts';
import type { Platform } from './platform/platform.ts';
import { defineSweepJobs } from './platform/sweep/jobs.ts';
import { openRealtime } from './platform/realtime/realtime.ts';
import { mountWeb } from './platform/web/mount-web.ts';

export type App = {
  server: FastifyInstance;
  auth: Auth;
  ledger: Ledger;
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

/**
 * Charging asks selling what a payment under a permission is for; selling asks charging for the
 * payment.
 */
export const chargingDeps = (
  platform: Platform,
  ledger: Ledger,
): TopUpDeps & { ledger: Ledger } => {
  const paymentDeps: TopUpDeps & { ledger: Ledger } = {
    ledger,
    mandates: {
      create: (charge, request) => createMandateCharge(platform, charge, request),
      fulfil: (tx, charge, credit) => fulfilMandateCharge(platform, ledger, tx, charge, credit),
      sync: (gateway, ref) =>
        syncMandateByRef(
          platform,
          { contactOf, charges: createMandateCharges(platform, paymentDeps) },
          gateway,
          ref,
        ),
    },
  };
  return paymentDeps;
};

const subscriptionDeps = (platform: Platform, ledger: Ledger): SubscriptionsDeps => {
  const paymentDeps = chargingDeps(platform, ledger);
  return {
    ledger,
    charges: createMandateCharges(platform, paymentDeps),
    answerCharge: (id, locale) => answerMandateCharge(platform, paymentDeps, id, locale),
  };
};

/** The handlers of all features: they cover the whole contract, or this does not compile. */
export const handlersOf = (platform: Platform, auth: Auth, ledger: Ledger) => ({
  ...authHandlers(auth),
  ...uploadHandlers(platform),
  ...profilesHandlers(platform),
  ...followsHandlers(platform),
  ...notesHandlers(platform),
  ...welcomeHandlers(platform),
  ...blocksHandlers(platform),
  ...verificationsHandlers(platform, {
    isReservedName,
    contactOf,
    adminContacts,
    acceptContract: (tx, profileId) =>
      acceptPolicies(tx, profileId, ['contract'], platform.clock.now()),
    postVisibility: createPostWithholding(platform),
  }),
  ...publicsHandlers(platform),
  ...exportsHandlers(platform),
  ...helpHandlers(platform, { contactOf, adminContacts }),
  ...reportsHandlers(platform, { contactOf, adminContacts }),
  ...postsHandlers(platform, { ledger }),
  ...galleriesHandlers(platform),
  ...vaultHandlers(platform),
  ...captionsHandlers(platform),
  ...moderationHandlers(platform, {
    onStep: createMediaStepListener(platform),
    summarise: (ids) => summarise(platform, ids),
  }),
  ...commentsHandlers(platform),
  ...fundsHandlers(platform, {
    endPeriodOf: (tx, id) => endPeriodOf(platform, tx, id),
    ...chargingDeps(platform, ledger),
  }),
  ...spendingHandlers(platform),
  ...banksHandlers(platform, { contactOf }),
  ...tiersHandlers(platform, {
    ...planListeners(platform),
    countSubscribers: (id) => countSubscribers(platform, id),
  }),
  ...subscriptionsHandlers(platform, subscriptionDeps(platform, ledger)),
  ...goalsHandlers(platform),
  ...notificationsHandlers(platform, { summarise: (ids) => summarise(platform, ids) }),
});

const defineJobs = (platform: Platform, ledger: Ledger): void => {
  defineAuthJobs(platform, { erasers: erasers(platform) });
  defineExportsJobs(platform, {
    parts: (id) => exporters(platform).map((part) => part(id)),
    contactOf,
  });
  defineVerificationsJobs(platform);
  defineProfilesJobs(platform);
  definePostsJobs(platform);
  const paymentDeps = chargingDeps(platform, ledger);
  defineSubscriptionsJobs(platform, {
    ledger,
    contactOf,
    defaultCard: chargeDefaultCard(platform, paymentDeps),
    charges: createMandateCharges(platform, paymentDeps),
  });
  defineLedgerJobs(platform, { ledger });
  defineNotificationsJobs(platform);
  defineSweepJobs(platform);
  defineFundsJobs(platform, paymentDeps);
  definePublicsJobs(platform, { contactOf });
};

/** Everything that may grant access to a media; features/access has the order. */
const MEDIA_ACCESS_SOURCES: readonly MediaAccessSource[] = [
  mediaOfProfiles,
  mediaOfPosts,
  mediaOfWelcome,
  mediaOfVaults,
  mediaUnderReview,
];

/** How often a server that closes looks for connections that have become idle. */
const IDLE_POLL_MS = 100;

/** Builds the application and declares its jobs; listening and working are the caller's. */
export const createApp = async (
  platform: Platform,
  { pages, rateScale = 1, announceInbox }: AppOptions,
): Promise<App> => {
  const { config, log, limits, db, blobs, mail } = platform;
  const ledger = createLedger(platform);
  const auth = createAuth(platform, { ledger });
  const { authenticate } = auth;
  defineJobs(platform, ledger);
  await publishPolicies(platform);

  const probing = connectDatabase(platform.pool.options.connectionString ?? '', {
    max: 1,
    applicationName: 'camarim probe',
    deadlines: DEADLINES,
  });
  const readiness = createReadiness({ db: probing.db, home: config.home });
  const server = await createServer(config, log, readiness.isDraining);
  await documentApi(server, config.publicUrl, { browsable: config.API_DOCS ?? !config.production });
  mountHealth(server, readiness);
  if (mail.inbox && announceInbox && !config.production)
    mountInbox(
      server,
      mail.inbox,
      await createInboxAccess({
        publicUrl: config.publicUrl,
        home: config.home,
        announce: announceInbox,
      }),
    );
  mount(
    server,
    createGuard({
      authenticate,
      limits,
      age: platform.age,
      requireProof: (viewer) => requireRecentStrongAuth(platform, viewer),
      scale: rateScale,
    }),
    storeReplies(platform),
    handlersOf(platform, auth, ledger),
  );
  installApiNotFound(server);
  const accessTo = createMediaAccess(platform, MEDIA_ACCESS_SOURCES);
  registerImageRoutes(server, platform, authenticate, accessTo);
  registerPlayRoutes(server, platform, authenticate, accessTo);
  registerDocumentServing(server, platform, authenticate);
  registerExportServing(server, platform, authenticate);
  if (isEmbedded(blobs)) await server.register(embeddedStore(blobs));
  const realtime = openRealtime(
    server,
    {
      ...platform,
      canViewProfile: async (requester, id) => !(await hiddenAmong(db, [id], requester)).has(id),
      canReadComments: (requester, id) => joinableThreadOwner(platform, id, requester),
    },
    authenticate,
  );
  if (pages !== 'none')
    await mountWeb(server, {
      dev: pages === 'dev',
      config,
      limits,
      rateScale,
      ageOf: (request) => platform.age.stateOf(request, () => viewerOf(authenticate, request)),
      identities: offeredProviders(platform),
      captchaOrigins: platform.captcha.origins,
      cardScripts: Object.values(platform.payments).flatMap(
        ({ cards }) => cards?.scriptOrigin ?? [],
      ),
    });
  await server.ready();

  return {
    server,
    auth,
    ledger,
    drain: readiness.drain,
    announceWebhooks: () => announceWebhooks(platform),
    close: async () => {
      await realtime.close();
      const closed = server.close();
      // A connection whose last answer ended after the closing began stays open, idle, for as long
      // as its caller keeps it.
      const idle = setInterval(() => server.server.closeIdleConnections(), IDLE_POLL_MS);
      await closed.finally(() => clearInterval(idle));
      await probing.close();
    },
  };
};
