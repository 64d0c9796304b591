// Picks an adapter for every port, one explicit switch each, and opens it. What was opened is
// closed in reverse.
import { join } from 'node:path';
import { createAgeGate } from './platform/age/age-gate.ts';
import { openAgeVerifiers } from './platform/age/open.ts';
import { inProcessBus } from './platform/bus/in-process.ts';
import type { Bus } from './platform/bus/port.ts';
import { redisBus } from './platform/bus/redis.ts';
import { openCaptcha } from './platform/captcha/open.ts';
import { systemClock } from './platform/clock/system.ts';
import type { Config } from './platform/config/config.ts';
import { ConfigError } from './platform/config/config.ts';
import { connectDatabase, type Database, DEADLINES } from './platform/database/database.ts';
import { createAdvisoryLocks } from './platform/database/advisory-locks.ts';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts';
import { migrate } from './platform/database/migrate.ts';
import { openFraudSettings } from './platform/fraud-settings/settings.ts';
import { openIdentities } from './platform/identity/open.ts';
import { installationSecret, protectSecrets } from './platform/installation/secret.ts';
import { installJobs } from './platform/jobs/install.ts';
import { pgBossJobs } from './platform/jobs/pg-boss.ts';
import { memoryLimits } from './platform/limits/memory.ts';
import { postgresLimits } from './platform/limits/postgres.ts';
import { redisLimits } from './platform/limits/redis.ts';
import { openLive } from './platform/live/open.ts';
import type { Logger } from './platform/log/log.ts';
import { localInbox } from './platform/mail/inbox.ts';
import { createMail } from './platform/mail/mail.ts';
import type { Mail } from './platform/mail/port.ts';
import { smtpTransport } from './platform/mail/smtp.ts';
import { createOutbox, type Relay } from './platform/outbox/outbox.ts';
import { openPayments } from './platform/payments/open.ts';
import { cardKeyStore } from './platform/payments/vault/card-key-store.ts';
import type { Platform } from './platform/platform.ts';
import { memoryPresence } from './platform/presence/memory.ts';
import { redisPresence } from './platform/presence/redis.ts';
import { connectRedis, type Redis } from './platform/redis/redis.ts';
import { openToys } from './platform/toys/open.ts';
import { createSeal, type Seal, sealOfKey } from './platform/seal/seal.ts';
import { openBlobs, s3TargetOf } from './platform/blobs/open.ts';
import { checkBuckets } from './platform/blobs/s3/s3-buckets.ts';
import { checkSandbox } from './platform/media/require-sandbox.ts';
import { sandboxedMedia } from './platform/media/sandboxed-media.ts';

export type OpenPlatform = {
  platform: Platform;
  relay: Relay;
  /** The payment sandbox's pages, when it runs. */
  sandboxUrl: string | null;
  close(): Promise<void>;
};

type CloseFunctions = (() => Promise<unknown>)[];

const openDatabase = async (config: Config, log: Logger, closers: CloseFunctions) => {
  let url = config.DATABASE_URL;
  if (url === undefined) {
    const server = await startEmbeddedPostgres({ home: config.home, log });
    closers.push(() => server.stop());
    url = server.url;
  }
  // Without deadlines: another process may be at it, and a large table takes its time.
  const preparing = connectDatabase(url, { max: 1, applicationName: 'camarim migrations' });
  const applied = await migrate(
    preparing.pool,
    join(import.meta.dirname, 'migrations'),
    installJobs,
  ).finally(() => preparing.close());
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  const connection = connectDatabase(url, {
    max: config.DATABASE_POOL,
    deadlines: DEADLINES,
    onIdleError: (error) => log.warn({ err: error }, 'an idle database connection broke'),
    onLateError: (error) => log.error({ err: error }, 'work after the end of a transaction failed'),
  });
  closers.push(() => connection.close());
  if (config.DATA_KEY !== undefined) protectSecrets(connection.db, sealOfKey(config.DATA_KEY));
  return { ...connection, url };
};

const openRedis = async (
  config: Config,
  log: Logger,
  closers: CloseFunctions,
): Promise<Redis | null> => {
  if (config.REDIS_URL === undefined) return null;
  const redis = await connectRedis(config.REDIS_URL, log);
  closers.push(() => redis.close());
  return redis;
};

const openBus = async (config: Config, log: Logger): Promise<Bus> =>
  config.REDIS_URL === undefined ? inProcessBus(log) : redisBus({ url: config.REDIS_URL, log });

/** Emails go by SMTP, or stay in the local inbox. */
const openMail = (
  config: Config,
  using: Parameters<typeof createMail>[0],
  closers: CloseFunctions,
): Mail => {
  const { SMTP_URL: url, MAIL_FROM: from } = config;
  if (url !== undefined && from !== undefined) {
    const transport = smtpTransport({
      url,
      from,
      requireTls: config.production && !config.SMTP_PLAINTEXT,
    });
    closers.push(() => transport.close());
    return createMail(using, transport, null);
  }
  if (config.production)
    throw new ConfigError('SMTP_URL: production needs a mail server; the local inbox is refused');
  const inbox = localInbox(using);
  return createMail(using, inbox, inbox);
};

/**
 * Files of ours, or an S3 that is looked at first: no upload should be the first to find that a
 * bucket is not there.
 */
const openStorage = async (
  config: Config,
  clock: Platform['clock'],
  db: Platform['db'],
  log: Logger,
): Promise<Platform['blobs']> => {
  const target = s3TargetOf(config);
  if (target)
    await checkBuckets(target, new URL(config.publicUrl).origin, (facts, message) =>
      log.warn(facts, message),
    );
  return openBlobs({
    config,
    clock,
    secret: (await installationSecret(db, 'blobs')).toString('hex'),
  });
};

/** A store of keys that waits for the database, which is opened at the same time. */
const keyStoreOf = (opening: ReturnType<typeof openDatabase>) => async () =>
  cardKeyStore((await opening).db);

/**
 * The seal of personal data: by the operator's key, kept apart from the database, else by one that
 * the installation made for itself.
 */
const openSeal = async (config: Pick<Config, 'DATA_KEY'>, db: Database): Promise<Seal> =>
  config.DATA_KEY === undefined
    ? createSeal(await installationSecret(db, 'personal-data'))
    : sealOfKey(config.DATA_KEY);

/** Opens everything, or closes what it had opened and says why it could not. */
export const openPlatform = async (config: Config, log: Logger): Promise<OpenPlatform> => {
  const closers: CloseFunctions = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) {
      await closer().catch((error: unknown) => log.error({ err: error }, 'could not close'));
    }
  };
  try {
    await checkSandbox(config, log);
    const clock = systemClock;
    const opening = openDatabase(config, log, closers);
    // Both take a while, and only the end of the second needs the first.
    const secretOf = async (name: string): Promise<string> =>
      (await installationSecret((await opening).db, name)).toString('hex');
    const [{ db, pool, url }, { payments, sandboxUrl, close: closePayments }] = await Promise.all([
      opening,
      openPayments({ config, clock, log, secretOf, cardKeyStore: keyStoreOf(opening) }),
    ]);
    closers.push(closePayments);
    const redis = await openRedis(config, log, closers);
    const bus = await openBus(config, log);
    closers.push(() => bus.close());
    const { relay, ...outbox } = createOutbox({ db, bus, log });
    const media = sandboxedMedia();
    closers.push(() => media.close());
    const live = await openLive({ config, clock, log });
    closers.push(() => live.close());
    const jobs: Platform['jobs'] = pgBossJobs({ databaseUrl: url, log });
    const seal = await openSeal(config, db);
    const locks = createAdvisoryLocks(pool);
    closers.push(() => locks.close());
    const limits = redis ? redisLimits({ redis, clock, log }) : memoryLimits({ clock });
    const strictLimits = postgresLimits({ db, clock });
    const fraudSettings = await openFraudSettings({ config, db, log });
    closers.push(async () => fraudSettings.close());
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
      live,
      jobs,
      seal,
      age: createAgeGate(
        { db, clock, seal, log, config },
        openAgeVerifiers({ config, db, clock, log, sandboxUrl }),
      ),
      mail: openMail(config, { db, clock, seal, jobs }, closers),
      identities: openIdentities(config),
      limits,
      strictLimits,
      toys: openToys({ config, log }),
      captcha: openCaptcha({ config, db, clock, log, limits, strictLimits }),
      presence: redis ? redisPresence({ redis, clock }) : memoryPresence(clock),
      blobs: await openStorage(config, clock, db, log),
      payments,
    };
    return { platform, relay, sandboxUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
};
