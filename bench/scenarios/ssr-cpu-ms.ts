// What rendering a page again costs: processor time of server and database for the home page and
// for a profile, each request with a parameter that no rendering is shared for.
import { fillProfiles, publishPosts } from '../content.ts';
import { cpuSecondsOfTree } from '../cpu.ts';
import { openDriver } from '../drive.ts';
import { type Figure, figureOf } from '../figure.ts';
import { type Stage, onStage } from '../stage.ts';

const CONNECTIONS = 4;
const ROUNDS = 6;
const ROUND_MS = 3_000;
const PRODUCERS = 12;
const PROFILE_POSTS = 4;
/**
 * Many more than the requests of the seconds for which a rendering is shared. A page with this
 * parameter is hydrated at once, and so has no styles in its document (app/late-hydration.ts).
 */
const ADDRESSES = 20_000;

const addresses = (path: string): string[] =>
  Array.from({ length: ADDRESSES }, (_, number) => `GET ${path}?ref=${number}`);

const measure = async (stage: Stage): Promise<Figure[]> => {
  const [producer] = stage.producers;
  if (!producer) throw new Error('the stage has no producer');
  await fillProfiles(stage, PRODUCERS);
  await publishPosts(stage, PRODUCERS);
  for (let post = 1; post < PROFILE_POSTS; post += 1)
    await publishPosts({ ...stage, producers: [producer] }, 1);
  const driver = openDriver();
  const costOf = async (target: string[]): Promise<number> => {
    const before = await cpuSecondsOfTree(stage.pid);
    const { answered } = await driver.drive({
      port: stage.port,
      connections: CONNECTIONS,
      durationMs: ROUND_MS,
      target,
      callers: ['cookie: adult=1\r\naccept-encoding: gzip'],
      bodies: [],
      keyed: false,
    });
    return (((await cpuSecondsOfTree(stage.pid)) - before) / answered) * 1_000;
  };
  const [home, profile] = [addresses('/'), addresses(`/${producer.domainName}`)];
  const costs = { home: [] as number[], profile: [] as number[] };
  for (let round = -1; round < ROUNDS; round += 1) {
    const [ofHome, ofProfile] = [await costOf(home), await costOf(profile)];
    if (round < 0) continue;
    costs.home.push(ofHome);
    costs.profile.push(ofProfile);
  }
  driver.close();
  const how = `processor time of server and database per page for a visitor who passed the gate, every rendering a new one, gzip; ${PRODUCERS} producers online and ${PRODUCERS} featured posts, or a profile of ${PROFILE_POSTS} posts; ${CONNECTIONS} connections, median of ${ROUNDS} interleaved rounds of ${ROUND_MS / 1_000} s; depends on the machine`;
  return [
    figureOf('ssr-home-cpu-ms', 'ms', costs.home, how),
    figureOf('ssr-profile-cpu-ms', 'ms', costs.profile, how),
  ];
};

export const run = (): Promise<Figure[]> =>
  onStage({ fans: 1, producers: PRODUCERS, balance: 0, pages: true }, measure);
