// The real application for tests: real PostgreSQL, real storage and renderer, a clock that stands
// still, named people.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../app.ts';
import { approveProducer } from '../features/profiles/index.ts';
import { registerOrLogIn, type ApiClient, createApiClient } from '../api-client.ts';
import { createAgeGate } from '../platform/age/age-gate.ts';
import { openAgeVerifiers } from '../platform/age/open.ts';
import type { AgeVerifier } from '../platform/age/port.ts';
import { openBlobs } from '../platform/blobs/open.ts';
import { inProcessBus } from '../platform/bus/in-process.ts';
import type { Bus } from '../platform/bus/port.ts';
import { openCaptcha } from '../platform/captcha/open.ts';
import { fakeClock, type FakeClock } from '../platform/clock/fake.ts';
import { connectDatabase } from '../platform/database/database.ts';
import { createAdvisoryLocks } from '../platform/database/advisory-locks.ts';
import { readConfig } from '../platform/config/config.ts';
import { openFraudSettings } from '../platform/fraud-settings/settings.ts';
import { openIdentities } from '../platform/identity/open.ts';
import { pgBossJobs } from '../platform/jobs/pg-boss.ts';
import { memoryLimits } from '../platform/limits/memory.ts';
import { postgresLimits } from '../platform/limits/postgres.ts';
import { openLive } from '../platform/live/open.ts';
import type { LiveEngine } from '../platform/live/port.ts';
import { createLogger, type Logger } from '../platform/log/log.ts';
import { localInbox } from '../platform/mail/inbox.ts';
import { createMail } from '../platform/mail/mail.ts';
import { createOutbox, type Relay } from '../platform/outbox/outbox.ts';
import { sandboxPayments } from '../platform/payments/open.ts';
import { createPixProvider } from '../platform/payments/pix/pix.ts';
import type { SandboxAccess } from '../platform/payments/sandbox-process.ts';
import { cardKeyStore } from '../platform/payments/vault/card-key-store.ts';
import type { Platform } from '../platform/platform.ts';
import { memoryPresence } from '../platform/presence/memory.ts';
import { openToys } from '../platform/toys/open.ts';
import { createSeal } from '../platform/seal/seal.ts';
import { afterFile } from './after-file.ts';
import { testDatabase } from './database.ts';
import { inProcessMedia } from './media/in-process-media.ts';

/** Strong, and its strength is found out in a seventh of the time that three words take. */
export const TEST_PASSWORD = 'zqkvwjxrtp';

export type TestApp = App & {
  clock: FakeClock;
  relay: Relay;
  /** Everything that was logged, as JSON lines. */
  lines: string[];
  visitor: ApiClient;
  /** Davi, a member with an empty wallet. */
  fan: ApiClient;
  /** Malu, another member. */
  stranger: ApiClient;
  /** Íris, an approved producer. */
  producer: ApiClient;
  /** Registers another person. */
  join(domainName: string): Promise<ApiClient>;
  /** Runs every job that is due by the fake clock; fails when one failed. */
  runJobs(): Promise<void>;
};

export type TestAppOptions = {
  /** Where payments go; nowhere unless given. */
  bank?: { sandbox: SandboxAccess; timeoutMs: number };
  settings?: Record<string, string>;
  rateScale?: number;
  /** `built` serves web/build too; only tests of pages need it. */
  pages?: 'built' | 'none';
  /** When the story begins. */
  startAt?: Date;
  /** In process unless given. */
  bus?: (log: Logger) => Promise<Bus>;
  /** The live engine; the embedded one unless given. */
  live?: (clock: FakeClock) => LiveEngine;
  /** Further age verifiers. */
  verifiers?: readonly AgeVerifier[];
  /** Another process of this installation: the same database, data key and clock. */
  beside?: TestApp;
};

const WEBHOOK_SECRET = 'webhook secret of the test';
const NO_BANK = {
  baseUrl: 'http://127.0.0.1:9',
  clientId: 'none',
  clientSecret: 'none',
  key: 'none',
  webhookSecret: WEBHOOK_SECRET,
};

const CONNECTIONS_MAX = 12;

const openTestDatabase = async (beside?: TestApp) => {
  const url = beside?.ctx.pool.options.connectionString;
  if (url === undefined) return testDatabase({ max: CONNECTIONS_MAX });
  return {
    url,
    ...connectDatabase(url, { max: CONNECTIONS_MAX, applicationName: 'camarim test' }),
  };
};

const openPayments = async (
  { config, clock, db }: Pick<Platform, 'config' | 'clock' | 'db'>,
  bank: TestAppOptions['bank'],
): Promise<Platform['payments']> =>
  bank
    ? sandboxPayments(bank.sandbox, {
        config,
        clock,
        secretOf: async (name) => (name === 'card-keys' ? '5'.repeat(64) : WEBHOOK_SECRET),
        cardKeyStore: async () => cardKeyStore(db),
        timeoutMs: bank.timeoutMs,
      })
    : { pix: createPixProvider(NO_BANK, clock) };

const openTestPlatform = async (
  clock: FakeClock,
  { bank, settings = {}, bus: openBus, live: openEngine, verifiers = [], beside }: TestAppOptions,
) => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-app-'));
  const { db, pool, url, close: closeDatabase } = await openTestDatabase(beside);
  const lines: string[] = [];
  const log = createLogger({
    level: 'debug',
    format: 'json',
    write: (line) => void lines.push(line),
  });
  const bus = (await openBus?.(log)) ?? inProcessBus(log);
  const { relay, ...outbox } = createOutbox({ db, bus, log });
  const media = inProcessMedia();
  const jobs: Platform['jobs'] = pgBossJobs({ databaseUrl: url, log });
  const locks = createAdvisoryLocks(pool);
  const seal = beside?.ctx.seal ?? createSeal(randomBytes(32));
  const inbox = localInbox({ db, clock });
  // A country that asks for no proof of age: tests of other things need none.
  const config = readConfig({
    CAMARIM_ENV: 'test',
    CAMARIM_HOME: home,
    CAPTCHA_COST: '1',
    PORT: '0',
    CAMARIM_COUNTRY: 'ZZ',
    LIVE_UDP_PORT: '0',
    ...settings,
  });
  const [limits, strictLimits] = [memoryLimits({ clock }), postgresLimits({ db, clock })];
  const fraudSettings = await openFraudSettings({ config, db, log });
  const platform: Platform = {
    config,
    fraudSettings,
    clock,
    log,
    db,
    pool,
    locks,
    bus,
    outbox,
    media,
    live: openEngine?.(clock) ?? (await openLive({ config, clock, log })),
    jobs,
    seal,
    age: createAgeGate({ db, clock, seal, log, config }, [
      ...openAgeVerifiers({ config, db, clock, log, sandboxUrl: null }),
      ...verifiers,
    ]),
    mail: createMail({ db, clock, seal, jobs }, inbox, inbox),
    identities: openIdentities(config),
    limits,
    strictLimits,
    toys: openToys({ config, log }),
    captcha: openCaptcha({ config, db, clock, log, limits, strictLimits }),
    presence: memoryPresence(clock),
    blobs: openBlobs({ config, secret: 'secret of the test', clock }),
    payments: await openPayments({ config, clock, db }, bank),
  };
  const close = async (): Promise<void> => {
    await platform.jobs.stop();
    await relay.stop();
    await locks.close();
    fraudSettings.close();
    await Promise.all([
      media.close(),
      platform.live.close(),
      ...Object.values(platform.payments).map((provider) => provider.close()),
      bus.close(),
    ]);
    if (beside) await closeDatabase();
    await rm(home, { recursive: true, force: true });
  };
  return { platform, relay, lines, close };
};

/** Call it in `beforeAll`; it closes itself after the file's last test. */
export const testApp = async (options: TestAppOptions = {}): Promise<TestApp> => {
  const clock = options.beside?.clock ?? fakeClock(options.startAt);
  const { platform, relay, lines, close } = await openTestPlatform(clock, options);
  const app = await createApp(platform, {
    pages: options.pages ?? 'none',
    rateScale: options.rateScale ?? 1_000,
    announceInbox: () => {},
  });
  await platform.jobs.start({ work: false });
  afterFile(async () => {
    await app.close();
    await close();
  });

  const join = (domainName: string): Promise<ApiClient> =>
    registerOrLogIn(app.server, {
      username: domainName,
      name: `Nome ${domainName}`,
      email: `${domainName}@example.com`,
      password: TEST_PASSWORD,
    });
  const [fan, stranger] = [await join('davi'), await join('malu')];
  await join('iris');
  await approveProducer(platform, 'iris');
  // Logged in again, because a session learns of the approval within seconds, not at once.
  const producer = await registerOrLogIn(app.server, {
    username: 'iris',
    name: 'Nome iris',
    email: 'iris@example.com',
    password: TEST_PASSWORD,
  });

  return {
    ...app,
    clock,
    relay,
    lines,
    fan,
    stranger,
    producer,
    join,
    visitor: createApiClient(app.server),
    runJobs: async () => {
      for (const { name, error } of await platform.jobs.runDue(clock.now()))
        if (error) throw new Error(`${name} failed`, { cause: error });
    },
  };
};
