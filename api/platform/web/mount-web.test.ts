// Pages rendered by the server, on the real application and the real build.
import { readdir, readFile } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { limitAddress } from '../limits/address.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ pages: 'built' });
});

const get = (
  url: string,
  cookies: Record<string, string> = {},
  headers: Record<string, string> = {},
) =>
  app.server.inject({
    url,
    headers: {
      ...headers,
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
    },
  });

const TITLES = {
  pt: 'Camarim: assine e apoie',
  en: 'Camarim: subscribe to',
  es: 'Camarim: suscríbete',
} as const;

describe('a visitor', () => {
  test('a visitor gets the whole home page with title, description and Open Graph, behind the age gate', async () => {
    const { statusCode, body, headers } = await get('/');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(body).toContain(TITLES.pt);
    for (const name of [
      'name="description"',
      'property="og:title"',
      'property="og:description"',
      'property="og:url"',
      'rel="canonical"',
    ])
      expect(body).toContain(name);
    expect(body).toContain('Você tem 18 anos ou mais?');
    expect(body).toMatch(/<div hidden=""[^>]*><a href="#content"/);
  });

  test('a visitor who passed the age gate does not see it again', async () => {
    expect((await get('/', { adult: '1' })).body).not.toContain('Você tem 18 anos ou mais?');
  });

  test('a visitor gets a profile page with its name in the head', async () => {
    const { statusCode, body } = await get('/iris');
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>Nome iris (@iris) · Camarim</title>');
    expect(body).toContain('property="og:type" content="profile"');
  });

  const runsAtOnce = (body: string): boolean => /<script[^>]* type="module"/.test(body);
  const preloads = (body: string): boolean => body.includes('rel="modulepreload"');

  test.each(['/', '/iris'])(
    "a visitor's %s is hydrated at the first sign of use: no module runs or is preloaded before",
    async (address) => {
      const { body } = await get(address, { adult: '1' });
      expect([runsAtOnce(body), preloads(body)]).toEqual([false, false]);
      expect(body).toMatch(/type="text\/plain" data-hydrates="on-intent">import /);
    },
  );

  test.each(['/?dialog=login', '/iris?ref=abc', '/account/terms'])(
    '%s, which needs code at once, is hydrated at once',
    async (address) => {
      const { body } = await get(address, { adult: '1' });
      expect([runsAtOnce(body), preloads(body)]).toEqual([true, true]);
    },
  );

  test('a page address has one spelling', async () => {
    const { statusCode, headers } = await get('/Iris');
    expect([statusCode, headers['location']]).toEqual([302, '/iris']);
  });

  test.each([
    ['/unknown', 'Profile not found.'],
    ['/no/such/page', 'This page could not be found'],
    ['/%00', 'This page could not be found'],
    ['/a.b.c.php', 'Profile not found.'],
  ])('a visitor gets a 404 for %s, with a link home', async (address, text) => {
    const { statusCode, body } = await get(address, { locale: 'en' });
    expect(statusCode).toBe(404);
    expect(body).toContain(text);
    expect(body).toContain('Back to the home page');
  });

  test.each(['/wallet', '/earnings'])('a visitor is redirected home from %s', async (address) => {
    const { statusCode, headers } = await get(address);
    expect([statusCode, headers['location']]).toEqual([
      302,
      `/?dialog=login&returnTo=${encodeURIComponent(address)}`,
    ]);
  });
});

test('concurrent requests in several languages never mix', async () => {
  const locales = Object.keys(TITLES) as (keyof typeof TITLES)[];
  const asked = Array.from({ length: 60 }, (_, index) => ({
    locale: locales[index % 3] as keyof typeof TITLES,
    index,
  }));
  await Promise.all(
    asked.map(async ({ locale, index }) => {
      // Different addresses: each is a rendering of its own.
      const { body } = await get(`/?q=${index}`, { locale });
      expect(body).toContain(`<html lang="${locale}"`);
      expect(body).toContain(TITLES[locale]);
      for (const other of locales) if (other !== locale) expect(body).not.toContain(TITLES[other]);
    }),
  );
});

describe('a member', () => {
  const session = (person: { token: string | null; refreshToken: string | null }) => ({
    adult: '1',
    token: person.token ?? '',
    refreshToken: person.refreshToken ?? '',
  });

  test('a member gets a personal page that is not shared with other requesters', async () => {
    const [mine, visitors] = await Promise.all([
      get('/', session(app.fan)),
      get('/', { adult: '1' }),
    ]);
    expect(mine.body).toContain('Nome davi');
    expect(visitors.body).not.toContain('Nome davi');
    expect((await get('/', { adult: '1' })).body).not.toContain('Nome davi');
    expect((await get('/', session(app.stranger))).body).not.toContain('Nome davi');
  });

  test('a member with an expired access token gets a new one with the page', async () => {
    const person = await app.join('sofia');
    const { statusCode, body, headers } = await get('/wallet', {
      ...session(person),
      token: 'expired',
    });
    expect(statusCode).toBe(200);
    expect(body).toContain('Nome sofia');
    expect(String(headers['set-cookie'])).toMatch(/token=.+refreshToken=/s);
  });

  test('a member whose session ended is a visitor', async () => {
    const { statusCode, headers } = await get('/wallet', { token: 'wrong', refreshToken: 'wrong' });
    expect([statusCode, headers['location']]).toEqual([302, '/?dialog=login&returnTo=%2Fwallet']);
  });
});

describe('the policy', () => {
  test('every script of a page carries the nonce of its policy, and no style is written in the page', async () => {
    for (const address of ['/', '/iris', '/unknown']) {
      const { body, headers } = await get(address, { adult: '1' });
      const policy = String(headers['content-security-policy']);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
      expect(policy).not.toContain('unsafe-inline');
      const scripts = [...body.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
      expect(scripts.length).toBeGreaterThan(0);
      // What is written in the page needs the nonce; a file needs to be ours.
      for (const attributes of scripts)
        expect(attributes).toMatch(
          attributes?.includes('src=')
            ? / src="\/[\w.-]/
            : new RegExp(`nonce="${nonce?.replaceAll(/[+]/g, '[+]')}"`),
        );
      expect(body).not.toMatch(/\sstyle="/);
    }
  });

  test('text of users can’t break out of the page’s embedded data', async () => {
    await app.producer.call('PUT /profiles', {
      body: { about: '</script><script>alert(1)</script>' },
    });
    const { body } = await get('/iris?tab=about', { adult: '1' });
    expect(body).not.toContain('<script>alert(1)');
    await app.producer.call('PUT /profiles', { body: { about: '' } });
  });

  test('links use the public address, whatever host was requested', async () => {
    const { body } = await get(
      '/?q=host',
      {},
      { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    );
    expect(body).not.toContain('evil.example');
  });
});

describe('choices', () => {
  const choose = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    app.server.inject({
      method: 'POST',
      url: '/account/preferences',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(form).toString(),
    });

  test('choices are stored by a plain form, which returns to its page', async () => {
    const { statusCode, headers } = await choose({
      adult: '1',
      locale: 'es',
      back: '/iris?tab=about',
    });
    expect([statusCode, headers['location']]).toEqual([303, '/iris?tab=about']);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^locale=es; .*Max-Age=31536000/),
      expect.stringMatching(/^adult=1;/),
    ]);
  });

  test.each([
    ['/日本?q=é', '/%E6%97%A5%E6%9C%AC?q=%C3%A9'],
    ['/a\u0007b', '/a%07b'],
    ['/a\u0000b', '/a%00b'],
    ['/a\r\nset-cookie: x=1', '/aset-cookie:%20x=1'],
  ])('choices redirect back to an unusual path with a valid header: %j', async (back, to) => {
    const { statusCode, headers } = await choose({ theme: 'light', back });
    expect([statusCode, headers['location']]).toEqual([303, to]);
  });

  test('a choice without a form redirects home', async () => {
    for (const headers of [{}, { 'content-type': 'application/x-www-form-urlencoded' }]) {
      const { statusCode, headers: answer } = await app.server.inject({
        method: 'POST',
        url: '/account/preferences',
        headers,
      });
      expect([statusCode, answer['location']]).toEqual([303, '/']);
    }
  });

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('a one-click unsubscription as %s reaches its page', async (type, payload) => {
    const { statusCode, body } = await app.server.inject({
      method: 'POST',
      url: '/account/unsubscribe?code=unknown',
      headers: { 'content-type': type },
      payload,
    });
    // The page's answer to a code that it does not know.
    expect([statusCode, body.includes('</html>')]).toEqual([400, true]);
  });

  test.each([
    '/\t/evil.example',
    '/.//evil.example',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'data:text/html,x',
    '',
  ])('choices never redirect to another site: %s', async (back) => {
    expect((await choose({ theme: 'light', back })).headers['location']).toBe('/');
  });
});

test('the page limit of one network does not affect others', async () => {
  const strict = await testApp({ pages: 'built', rateScale: 1 });
  const statusOf = async (remoteAddress: string, url = '/') =>
    (await strict.server.inject({ url, remoteAddress })).statusCode;
  // All but three of them were asked for.
  const used = Array.from({ length: 997 }, () =>
    strict.ctx.limits.take(`page|${limitAddress('2001:db8::1')}`, {
      limit: 1_000,
      windowSeconds: 60,
    }),
  );
  await Promise.all(used);
  const statuses: number[] = [];
  for (let index = 0; index < 5; index += 1)
    statuses.push(await statusOf('2001:db8::1', `/?junk=${index}`));
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect([
    await statusOf('2001:db8::2'),
    await statusOf('2001:db8:0:1::1'),
    await statusOf('203.0.113.9'),
  ]).toEqual([429, 200, 200]);
});

describe('a form of another site', () => {
  const send = (headers: Record<string, string>) =>
    app.server.inject({
      method: 'POST',
      url: '/account/preferences',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: 'adult=1&cookies=all&back=/',
    });

  test.each([
    ['its origin', { origin: 'https://evil.example' }],
    ['no origin that it would name', { origin: 'null' }],
    ['the site that the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring subdomain', { 'sec-fetch-site': 'same-site' }],
  ])('a form of another site with %s changes no choice', async (_, headers) => {
    const { statusCode, headers: answer } = await send(headers);
    expect([statusCode, answer['set-cookie']]).toEqual([403, undefined]);
  });

  test.each([
    ['the public address', { origin: 'http://localhost:0', 'sec-fetch-site': 'same-origin' }],
    [
      'another address that reaches this server',
      { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' },
    ],
    ['a browser that says nothing', {}],
  ])('our own form changes a choice with %s', async (_, headers) => {
    const { statusCode, headers: answer } = await send(headers);
    expect([statusCode, String(answer['set-cookie'])]).toEqual([
      303,
      expect.stringContaining('cookies=all'),
    ]);
  });
});

describe('files of the build', () => {
  test('hashed build files are immutable and precompressed', async () => {
    const { body, headers: page } = await get('/');
    const address = /\/assets\/app-[\w-]+\.js/.exec(body)?.[0] ?? '';
    const { statusCode, headers, rawPayload } = await get(
      address,
      {},
      { 'accept-encoding': 'gzip, br' },
    );
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(rawPayload).length).toBeGreaterThan(rawPayload.length);
    // The page brings its styles; the sheet comes with the code.
    expect(page['link']).toBeUndefined();
    const { headers: terms } = await get('/account/terms');
    expect(terms['link']).toMatch(/^<\/assets\/style-[\w-]+\.css>; rel=preload; as=style$/);
  });

  test("a visitor's page brings its own styles, with the nonce of its policy, and not the whole sheet", async () => {
    const { body, headers } = await get('/iris', { adult: '1' });
    const [, nonce, address, styles = ''] =
      /<style nonce="([^"]+)" data-sheet="([^"]+)">([^]*?)<\/style>/.exec(body) ?? [];
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(body).not.toContain('rel="stylesheet"');
    const sheet = (await get(String(address))).body;
    expect(styles).toContain('@layer base');
    expect(styles.length).toBeLessThan(sheet.length / 4);
    const [, header] = /<header class="(_[\w-]{5})"/.exec(body) ?? [];
    expect(styles).toContain(`.${header}{`);
  });

  test('icons and robots.txt are served, and a missing build file is a 404', async () => {
    expect((await get('/favicon.svg')).headers['content-type']).toContain('image/svg+xml');
    expect((await get('/robots.txt')).body).toContain('Disallow: /api/');
    expect((await get('/assets/app-gone.js')).statusCode).toBe(404);
  });
});

test('React renders pages in production mode, whatever NODE_ENV says when the server starts', async () => {
  const folder = new URL('../../../web/build/server/', import.meta.url);
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.js')) continue;
    expect(await readFile(new URL(name, folder), 'utf8'), name).not.toContain(
      'process.env.NODE_ENV',
    );
  }
});

test('a page is compressed for browsers that accept it', async () => {
  const { headers, rawPayload } = await get('/', {}, { 'accept-encoding': 'br' });
  expect(headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(rawPayload).toString()).toContain('<!DOCTYPE html>');
});
