// What caches in front of the server may keep: the headers, and nginx as documented before the
// application.
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { freePort } from '../database/free-port.ts';
import { nginxIsInstalled, startNginxBefore } from '../../testing/media/nginx.ts';
import { sharedCaching } from './shared-caching.ts';

const KEPT_MS = 3_000;
const NO_PLACES = {
  GEO_COUNTRY_HEADER: undefined,
  GEO_STATE_HEADER: undefined,
  GEO_CITY_HEADER: undefined,
};

test.each(['cookie', 'authorization'])(
  'a page for a request with the header %s is kept by no cache',
  (name) => {
    const request = { headers: { [name]: 'a=1' } };
    expect(sharedCaching(request, NO_PLACES)).toEqual({});
    expect(sharedCaching(request, { ...NO_PLACES, GEO_STATE_HEADER: 'x-state' })).toEqual({});
  },
);

test('a page for anyone may be kept by every cache, and by nginx alone where places are known', () => {
  const request = { headers: { 'user-agent': 'Firefox' } };
  expect(sharedCaching(request, NO_PLACES)).toEqual({
    'cache-control': 'public, max-age=0, s-maxage=3, must-revalidate',
  });
  for (const name of Object.keys(NO_PLACES))
    expect(sharedCaching(request, { ...NO_PLACES, [name]: 'x-place' })).toEqual({
      'x-accel-expires': '3',
    });
});

describe.skipIf(!nginxIsInstalled())('behind nginx', () => {
  let app: TestApp;
  let folder: string;
  let base: string;
  let stop: (() => Promise<void>) | undefined;
  const asked: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'camarim-nginx-pages-'));
    app = await testApp({
      pages: 'built',
      settings: { TRUST_PROXY: 'loopback', GEO_COUNTRY_HEADER: 'x-country' },
    });
    app.server.server.on('request', ({ url }) => void asked.push(url ?? ''));
    await app.server.listen({ host: '127.0.0.1', port: 0 });
    const port = await freePort();
    ({ stop } = await startNginxBefore({
      folder: join(folder, 'nginx'),
      port,
      upstreamPort: (app.server.server.address() as AddressInfo).port,
      home: app.ctx.config.home,
    }));
    base = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    await stop?.();
    await rm(folder, { recursive: true, force: true });
  });

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(base + path, { headers });
    return { body: await reply.text(), headers: reply.headers, status: reply.status };
  };
  const GATE = 'Você tem 18 anos ou mais?';

  test('visitors without a cookie share a page, and the server is asked once in 3 seconds', async () => {
    asked.length = 0;
    const first = await get('/iris');
    expect(first).toMatchObject({ status: 200, body: expect.stringContaining(GATE) });
    for (let visit = 0; visit < 5; visit += 1) {
      const again = await get('/iris');
      expect(again.body === first.body).toBe(true);
      expect(again.headers.get('set-cookie')).toBeNull();
      expect(again.headers.get('cache-control')).toBe('private, no-cache');
      expect(again.headers.get('x-accel-expires')).toBeNull();
    }
    expect(asked).toEqual(['/iris']);
    await sleep(KEPT_MS + 1_000);
    await get('/iris');
    expect(asked).toEqual(['/iris', '/iris']);
  });

  test('a member and a visitor who passed the gate get pages of their own, which no other visitor gets', async () => {
    const session = { cookie: `token=${app.fan.token}` };
    const passed = { cookie: 'adult=1' };
    const path = '/iris?tab=about';
    asked.length = 0;
    // Both before and after the page of visitors is kept.
    for (let round = 0; round < 2; round += 1) {
      const member = await get(path, session);
      expect(member.body).toContain(app.fan.domainName);
      expect((await get(path, passed)).body).not.toContain(GATE);
      const visitor = await get(path);
      expect(visitor.body).toContain(GATE);
      expect(visitor.body).not.toContain(app.fan.domainName);
    }
    expect(asked).toHaveLength(5);
  });

  test('a page is kept for one place, as the proxy reports it and not as the visitor says', async () => {
    const path = '/iris?tab=gallery';
    asked.length = 0;
    await get(path, { 'x-test-country': 'BR' });
    await get(path, { 'x-test-country': 'PT' });
    await get(path, { 'x-test-country': 'BR', 'x-country': 'PT' });
    expect(asked).toHaveLength(2);
  });
});
