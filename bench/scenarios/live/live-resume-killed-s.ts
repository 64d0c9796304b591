// From the kill of the embedded engine during a show until a watcher's page shows its picture
// again, without anyone doing anything: the whole application with its pages. On a machine with
// other work `npm run build` and then `chrt -r 1 node bench/main.ts live-resume-killed-s`.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { engineProcess } from '../../../api/testing/live/engines.ts';
import { type Figure, figureOf } from '../../figure.ts';
import { openCameraBrowser } from '../../live-browser.ts';
import type { SignedIn } from '../../server.ts';
import { type Stage, onStage } from '../../stage.ts';

const KILLS = 7;
/** The show is steady again. */
const BETWEEN_MS = 4_000;
const LOOK_EVERY_MS = 30;
const WITHIN_MS = 60_000;

/** Runs in the page before its own scripts: remembers its connections, the newest last. */
const REMEMBER = `window.connections = [];
window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(configuration) {
    super(configuration);
    connections.push(this);
  }
};`;

type Stats = { type: string; kind: string; framesDecoded?: number };
declare const connections: { getStats(): Promise<Map<string, Stats>> }[];

/** Frames decoded over connections that the page opened after its first so many. */
const framesAfter = (page: Page, count: number): Promise<number> =>
  page.evaluate(async (former) => {
    let frames = 0;
    for (const connection of connections.slice(former))
      for (const stats of (await connection.getStats()).values())
        if (stats.type === 'inbound-rtp' && stats.kind === 'video')
          frames += stats.framesDecoded ?? 0;
    return frames;
  }, count);

const untilFrames = async (page: Page, after: number): Promise<void> => {
  for (const start = performance.now(); (await framesAfter(page, after)) === 0;) {
    if (performance.now() - start > WITHIN_MS) throw new Error('no picture came');
    await sleep(LOOK_EVERY_MS);
  }
};

/** A page of the product, opened by someone who is signed in and has passed the gate. */
const open = async (
  browser: Browser,
  url: string,
  path: string,
  { token }: SignedIn,
): Promise<Page> => {
  const { sub } = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
  ) as { sub: string };
  const context = await browser.newContext({ permissions: ['camera', 'microphone'] });
  const cookies = { token, userId: sub, adult: '1', cookies: 'essential' };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
  const page = await context.newPage();
  await page.addInitScript(REMEMBER);
  await page.goto(`${url}${path}`);
  return page;
};

const startParty = async (url: string, { token }: SignedIn): Promise<void> => {
  const response = await fetch(`${url}/api/lives`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'x-origin': 'CAM',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ type: '2', title: 'x' }),
  });
  if (!response.ok) throw new Error(`the show was not started: ${await response.text()}`);
};

const measure = async ({ port, home, producers, fans }: Stage): Promise<Figure[]> => {
  const [producer, fan] = [producers[0], fans[0]];
  if (!producer || !fan) throw new Error('the fixtures have no people');
  const url = `http://localhost:${port}`;
  const { browser } = await openCameraBrowser();
  try {
    await startParty(url, producer);
    await open(browser, url, '/live', producer);
    const watcher = await open(browser, url, `/${producer.domainName}/live`, fan);
    await untilFrames(watcher, 0);
    const resumed: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(BETWEEN_MS);
      const before = await watcher.evaluate(() => connections.length);
      process.kill(await engineProcess(home), 'SIGKILL');
      const killedMs = performance.now();
      await untilFrames(watcher, before);
      resumed.push((performance.now() - killedMs) / 1_000);
    }
    return [
      figureOf(
        'live-resume-killed-s',
        's',
        resumed,
        `the whole application: from SIGKILL of the embedded engine to the first frame that is decoded over a new connection, looked for every ${LOOK_EVERY_MS} ms in a watcher's page of Chromium, whose producer sends Chromium's artificial camera from another page; median of ${KILLS} kills in one show`,
      ),
    ];
  } finally {
    await browser.close();
  }
};

export const run = (): Promise<Figure[]> =>
  onStage(
    { fans: 1, producers: 1, balance: 0, pages: true, settings: { LIVE_UDP_PORT: '0' } },
    measure,
  );
