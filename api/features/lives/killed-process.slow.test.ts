// The process of the application is killed while a show is on air: publisher and viewer are at the
// engine's own process, so that media go on, and the next process takes the show over.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../platform/database/free-port.ts';
import { afterFile } from '../../testing/after-file.ts';
import { forkApp, reportOf } from '../../testing/crash/fork-app.ts';
import { testDatabase } from '../../testing/database.ts';
import { engineProcess } from '../../testing/live/engines.ts';
import { publishTo, type Signal, type TestViewer, watchFrom } from '../../testing/live/peers.ts';
import type { ShowProcessReport } from '../../testing/lives/show-process.ts';

const MAIN = join(import.meta.dirname, '../../testing/lives/show-process.ts');
const WITHIN = { timeout: 60_000 };

type Application = { child: ChildProcess; tokens: ShowProcessReport };

/** An application that is started several times, with one home, database and port. */
const installation = async () => {
  const [database, home, port] = await Promise.all([
    testDatabase(),
    mkdtemp(join(tmpdir(), 'camarim-killed-show-')),
    freePort(),
  ]);
  afterFile(() => rm(home, { recursive: true, force: true }));
  const start = async (): Promise<Application> => {
    const child = forkApp(
      MAIN,
      { home, port, databaseUrl: database.url },
      {
        LIVE_UDP_PORT: '0',
        PIX_BASE_URL: 'http://127.0.0.1:9',
        PIX_CLIENT_ID: 'none',
        PIX_CLIENT_SECRET: 'none',
        PIX_KEY: 'none',
        PIX_WEBHOOK_SECRET: 'never sent to us',
      },
    );
    afterFile(async () => void child.kill('SIGKILL'));
    const tokens = await reportOf<ShowProcessReport>(child, 'producer');
    return { child, tokens };
  };
  const ask = async (method: string, path: string, token: string, body?: string | object) => {
    const isSdp = typeof body === 'string';
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: {
        'x-origin': 'CAM',
        authorization: `Bearer ${token}`,
        ...(body !== undefined && {
          'content-type': isSdp ? 'application/sdp' : 'application/json',
        }),
      },
      ...(body !== undefined && { body: isSdp ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  };
  return { home, start, ask };
};

const mediaCome = async (viewer: TestViewer): Promise<void> => {
  const before = { audio: viewer.count('audio'), video: viewer.count('video') };
  for (const kind of ['audio', 'video'] as const)
    await expect.poll(() => viewer.count(kind), WITHIN).toBeGreaterThan(before[kind] + 50);
};

test('a show goes on while the application’s process is killed, and the next one takes it over', async () => {
  const { home, start, ask } = await installation();
  const first = await start();
  const { producer, fan } = first.tokens;
  const stateOf = async (token: string): Promise<string> => {
    const reply = JSON.parse(await ask('GET', '/lives/estrela', token));
    return (reply as { data: { state: string } }).data.state;
  };
  const reply = await ask('POST', '/lives', producer, { type: '2', title: 'Show' });
  const { id } = (JSON.parse(reply) as { data: { id: string } }).data;
  const signalAs =
    (token: string, path: 'whip' | 'whep'): Signal =>
    (sdp) =>
      ask('POST', `/lives/${id}/${path}`, token, sdp);
  const publisher = await publishTo(signalAs(producer, 'whip'));
  afterFile(() => publisher.close());
  await expect.poll(() => stateOf(fan), WITHIN).toBe('onAir');
  const viewer = await watchFrom(signalAs(fan, 'whep'));
  afterFile(() => viewer.close());
  await mediaCome(viewer);
  const engine = await engineProcess(home);
  // Without an application it would go on for a minute.
  afterFile(async () => void process.kill(engine));

  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  await expect(stateOf(fan)).rejects.toThrow('fetch failed');
  await mediaCome(viewer);

  const second = await start();
  expect(await stateOf(second.tokens.fan)).toBe('onAir');
  await mediaCome(viewer);
  expect(await engineProcess(home)).toBe(engine);
  const later = await watchFrom(signalAs(second.tokens.fan, 'whep'));
  afterFile(() => later.close());
  await mediaCome(later);
});
