// Minutes of live shows that were billed wrongly, of 10,000 random ones: the application against a plain
// model of what was delivered, over outages, silent watchers, clocks that are set, and money that ends.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlatform } from '../../api/adapters.ts';
import { registerOrLogIn } from '../../api/api-client.ts';
import { createApp } from '../../api/app.ts';
import { fakeClock } from '../../api/platform/clock/fake.ts';
import { readConfig } from '../../api/platform/config/config.ts';
import { createLogger } from '../../api/platform/log/log.ts';
import { scriptedEngine } from '../../api/testing/live/scripted-engine.ts';
import { type ShowApp, ShowHistory } from '../../api/testing/lives/show-history.ts';
import { type Figure, figureOf } from '../figure.ts';

const MINUTES = 10_000;
const OPERATIONS = 1_000;
const WATCHERS = 30;
const PASSWORD = 'zqkvwjxrtp';

const openShowApp = async (home: string) => {
  const config = readConfig({
    CAMARIM_ENV: 'test',
    CAMARIM_HOME: home,
    CAPTCHA_COST: '1',
    CAMARIM_COUNTRY: 'ZZ',
    LOG_LEVEL: 'error',
  });
  const opened = await openPlatform(config, createLogger({ level: 'error', format: 'json' }));
  const clock = fakeClock(new Date());
  const engine = scriptedEngine(clock);
  const app = await createApp(
    { ...opened.platform, clock, live: engine },
    { pages: 'none', rateScale: 1_000 },
  );
  await opened.platform.jobs.start({ work: false });
  const closeAll = async (): Promise<void> => {
    await app.close();
    await opened.platform.jobs.stop();
    await opened.close();
  };
  const world: ShowApp = {
    ...app,
    clock,
    join: (name) =>
      registerOrLogIn(app.server, {
        username: name,
        name: `Nome ${name}`,
        email: `${name}@example.com`,
        password: PASSWORD,
      }),
  };
  return { world, engine, close: closeAll };
};

export const run = async (): Promise<Figure[]> => {
  const home = await mkdtemp(join(tmpdir(), 'camarim-bench-'));
  const { world, engine, close } = await openShowApp(home);
  let [wrong, minutes, operations] = [0, 0, 0];
  try {
    for (let seed = 1; minutes < MINUTES; seed += 1) {
      const history = await ShowHistory.begin(
        { app: world, engine },
        `b${seed}`,
        seed * 104_729,
        WATCHERS,
      );
      for (let n = 0; n < OPERATIONS; n += 1) await history.operate();
      await history.renew();
      const counted = await history.wrongMinutes();
      wrong += counted.wrong;
      minutes += counted.of;
      operations += OPERATIONS;
    }
  } finally {
    await close();
    await rm(home, { recursive: true, force: true });
  }
  return [
    figureOf(
      'live-billing-exact',
      'minutes',
      [wrong],
      `minutes billed without being delivered, or delivered without being billed, of ${minutes} in ${operations} random operations on shows with ${WATCHERS} watchers each: silences, outages, clocks set by an hour, leaving, and money that ends; the real application and database, a scripted engine`,
    ),
  ];
};
