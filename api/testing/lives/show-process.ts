// The whole application with the real live engine, in a process of its own that a test kills:
// `node show-process.ts`, configured like main.ts.
import { openPlatform } from '../../adapters.ts';
import { registerOrLogIn } from '../../api-client.ts';
import { createApp } from '../../app.ts';
import { approveProducer } from '../../features/profiles/index.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createLogger } from '../../platform/log/log.ts';

/** Sent to the parent when the application answers; the tokens of a producer and of a fan. */
export type ShowProcessReport = { producer: string; fan: string };

const PASSWORD = 'zqkvwjxrtp';

// A parent that is gone needs it no more.
process.on('disconnect', () => process.exit());

const config = readConfig(process.env);
const { platform, relay } = await openPlatform(
  config,
  createLogger({ level: config.LOG_LEVEL, format: 'json' }),
);
const app = await createApp(platform, { pages: 'none', rateScale: 1_000 });
await platform.jobs.start({ work: true });
relay.start();
await app.server.listen({ host: config.HOST, port: config.PORT });

const signIn = (name: string) =>
  registerOrLogIn(app.server, {
    username: name,
    email: `${name}@example.com`,
    name: `Nome ${name}`,
    password: PASSWORD,
  });
await signIn('estrela');
await approveProducer(platform, 'estrela');
const [producer, fan] = [await signIn('estrela'), await signIn('davi')];
const report: ShowProcessReport = { producer: producer.token ?? '', fan: fan.token ?? '' };
process.send?.(report);
