// An application with a database server of its own, for benchmarks and soak tests of paid shows.
import { openPlatform } from '../../adapters.ts';
import { registerOrLogIn } from '../../api-client.ts';
import { createApp } from '../../app.ts';
import { type FakeClock, fakeClock } from '../../platform/clock/fake.ts';
import { readConfig } from '../../platform/config/config.ts';
import type { LiveEngine } from '../../platform/live/port.ts';
import { createLogger } from '../../platform/log/log.ts';
import type { TestApp } from '../app.ts';
import type { ShowApp } from './show-history.ts';

const PASSWORD = 'zqkvwjxrtp';

export type OpenedShowApp = {
  world: ShowApp & Pick<TestApp, 'server'>;
  close: () => Promise<void>;
};

/**
 * All of its state is in `home`. `live`: another engine than the embedded one, which takes free
 * ports.
 */
export const openShowApp = async (
  home: string,
  { live }: { live?: (clock: FakeClock) => LiveEngine } = {},
): Promise<OpenedShowApp> => {
  const config = readConfig({
    CAMARIM_ENV: 'test',
    CAMARIM_HOME: home,
    CAPTCHA_COST: '1',
    CAMARIM_COUNTRY: 'ZZ',
    LIVE_UDP_PORT: '0',
    LOG_LEVEL: 'error',
  });
  const opened = await openPlatform(config, createLogger({ level: 'error', format: 'json' }));
  const clock = fakeClock(new Date());
  const app = await createApp(
    { ...opened.platform, clock, ...(live && { live: live(clock) }) },
    { pages: 'none', rateScale: 1_000 },
  );
  await opened.platform.jobs.start({ work: false });
  const close = async (): Promise<void> => {
    await app.close();
    await opened.platform.jobs.stop();
    await opened.close();
  };
  const world = {
    ...app,
    clock,
    join: (name: string) =>
      registerOrLogIn(app.server, {
        username: name,
        name: `Nome ${name}`,
        email: `${name}@example.com`,
        password: PASSWORD,
      }),
  };
  return { world, close };
};
