// Starts Camarim: configuration -> adapters -> features -> roles; and ends it so that nothing
// acknowledged is lost.
import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from './app.ts';
import { openPlatform } from './adapters.ts';
import { castOf } from './demo/cast.ts';
import { seedDemo } from './demo/seed.ts';
import { welcome } from './demo/welcome.ts';
import { type Config, ConfigError, readConfig } from './platform/config/config.ts';
import { exposureProblems } from './platform/config/exposure.ts';
import { MigrationError } from './platform/database/migrate.ts';
import { HomeInUseError } from './platform/database/postgres-ownership.ts';
import { createLogger, type Logger } from './platform/log/log.ts';

/**
 * Requests and jobs under way get this long after the listener closed; then the process ends
 * whatever they do.
 */
const DRAIN_MS = 20_000;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Resolves at the first signal, or when `waiting` is over; after that a signal ends the process at
 * once, as by default.
 */
const untilSignalled = async (
  waiting: Promise<unknown> = new Promise(() => undefined),
): Promise<string | null> => {
  const heard = Promise.withResolvers<string>();
  for (const signal of SIGNALS) process.once(signal, heard.resolve);
  const signal = await Promise.race([heard.promise, waiting.then(() => null)]);
  for (const one of SIGNALS) process.off(one, heard.resolve);
  return signal;
};

const run = async (config: Config, log: Logger): Promise<void> => {
  const signalled = untilSignalled();
  const { platform, relay, sandboxUrl, close } = await openPlatform(config, log);
  const serves = config.CAMARIM_ROLE !== 'worker';
  const works = config.CAMARIM_ROLE !== 'web';
  const showsInbox = config.CAMARIM_ENV === 'local' && serves;
  let inboxLink: string | null = null;
  const announceInbox = (link: string): void => {
    if (inboxLink !== null && showsInbox) process.stdout.write(`  mail, the next link  ${link}\n`);
    inboxLink = link;
  };
  const app = await createApp(platform, {
    pages: process.argv.includes('--dev') ? 'dev' : serves ? 'built' : 'none',
    announceInbox,
  });
  await platform.jobs.start({ work: works });
  // Without a shared bus a worker can't reach the sockets: the serving process relays the events.
  if (serves || config.REDIS_URL !== undefined) relay.start();
  if (serves) await app.server.listen({ host: config.HOST, port: config.PORT });
  if (works) await app.announceWebhooks();
  log.info({ role: config.CAMARIM_ROLE, port: config.PORT }, 'ready');
  if (showsInbox) process.stdout.write(welcome(config, sandboxUrl, inboxLink));
  let stopping = false;
  // Beside the work: the site is open while its demo fills.
  if (config.demo && serves && works) {
    void seedDemo(platform, app, sandboxUrl, castOf(config.demo)).catch((error: unknown) =>
      stopping
        ? log.info('the demo was cut short; the next start goes on with it')
        : log.error({ err: error }, 'the demo could not be seeded'),
    );
  }

  const signal = await signalled;
  stopping = true;
  log.info({ signal }, 'stopping');
  app.drain();
  // A second signal ends the waiting: at a terminal, Ctrl-C twice.
  if (serves) await untilSignalled(sleep(config.DRAIN_SECONDS * 1_000));
  setTimeout(() => process.exit(1), DRAIN_MS).unref();
  await app.close();
  await platform.jobs.stop();
  await relay.stop();
  await close();
};

const log = createLogger({
  level: 'info',
  format: process.env['CAMARIM_ENV'] === 'production' ? 'json' : 'pretty',
});
try {
  const config = readConfig(process.env);
  log.level = config.LOG_LEVEL;
  const exposed = exposureProblems(config, process.env);
  if (exposed.length > 0) throw new ConfigError(exposed.join('\n'));
  await run(config, log);
  process.exit(0);
} catch (error) {
  if (
    error instanceof ConfigError ||
    error instanceof HomeInUseError ||
    error instanceof MigrationError
  )
    process.stderr.write(`${error.message}\n`);
  else log.error({ err: error }, 'could not start');
  process.exit(1);
}
