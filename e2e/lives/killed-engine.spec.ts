// The process of the live engine is killed during a show: it is started again, and the pages of the
// producer and of a watcher connect again by themselves. A server of its own, because all shows of
// one server share its engine.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { freePort } from '../../api/platform/database/free-port.ts';
import { engineProcess } from '../../api/testing/live/engines.ts';
import { createAccount } from '../people.ts';
import { enterProducer, seesPicture, startParty, WITH_CAMERA } from './shows.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The show is back within a second on a machine that has time for it; a busy one needs longer. */
const WITHIN = { timeout: 60_000, intervals: [100] };

let server: ChildProcess;
let origin: string;
let home: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  home = mkdtempSync(join(tmpdir(), 'camarim-killed-engine-'));
  server = spawn(process.execPath, ['tools/serve-fresh.mjs'], {
    cwd: ROOT,
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: '',
      E2E_HOME: home,
      CAMARIM_DEMO: 'false',
      CAPTCHA_COST: '100',
      LIVE_UDP_PORT: '0',
      TRUST_PROXY: 'loopback',
    },
  });
  const isReady = async () => (await fetch(`${origin}/readyz`).catch(() => null))?.ok ?? false;
  await expect.poll(isReady, { timeout: 240_000 }).toBe(true);
});
test.afterAll(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
});
test.use({
  baseURL: async ({ browserName: _any }, use) => use(origin),
  launchOptions: WITH_CAMERA,
});

/** Remembers the connections that the page opens, the newest last. */
const rememberConnections = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const connections: RTCPeerConnection[] = [];
    const Real = RTCPeerConnection;
    class Remembered extends Real {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        connections.push(this);
      }
    }
    Object.assign(window, { RTCPeerConnection: Remembered, connections });
  });

/** Frames decoded over connections that the page opened after its first so many. */
const framesAfter = (page: Page, count: number): Promise<number> =>
  page.evaluate(async (former) => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] };
    let frames = 0;
    for (const connection of connections.slice(former))
      for (const stats of (await connection.getStats()).values())
        if (stats.type === 'inbound-rtp' && stats.kind === 'video')
          frames += stats.framesDecoded ?? 0;
    return frames;
  }, count);

const connectionCount = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { connections: unknown[] }).connections.length);

test(
  'a show whose engine is killed comes back, and watchers get its picture without doing anything',
  { tag: '@slow' },
  async ({ browser }) => {
    const creator = await enterProducer(browser, 'voltalogo', home);
    await startParty(creator, 'Sexta à noite');
    const context = await browser.newContext();
    await createAccount(context, 'espectador');
    const fan = await context.newPage();
    await rememberConnections(fan);
    await fan.goto('/voltalogo/live');
    await seesPicture(fan);

    const killed = await engineProcess(home);
    const before = await connectionCount(fan);
    process.kill(killed, 'SIGKILL');
    await expect.poll(() => framesAfter(fan, before), WITHIN).toBeGreaterThan(5);
    await seesPicture(fan);
    await expect(creator.getByText('Rede boa')).toBeVisible();
    expect(await engineProcess(home)).not.toBe(killed);
  },
);
