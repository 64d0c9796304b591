// Security headers on every kind of reply, and the flags of every cookie, in production and in
// development.
import { describe, expect, test } from 'vitest';
import { solveCaptcha } from '../../api-client.ts';
import { TEST_PASSWORD, testApp } from '../../testing/app.ts';

const app = await testApp({ pages: 'built' });

const asset =
  /\/assets\/app-[\w-]+\.js/.exec((await app.server.inject({ url: '/' })).body)?.[0] ?? '';
const REPLIES: readonly (readonly [string, string, number])[] = [
  ['a page', '/', 200],
  ['a page that is not there', '/no/such/page', 404],
  ['a redirect', '/wallet', 302],
  ['data of a page', '/account/terms.data', 200],
  ['a script of the build', asset, 200],
  ['a file of the build', '/favicon.svg', 200],
  ['a reply of the API', '/api/publics/countries', 200],
  ['a refusal of the API', '/api/auth', 401],
  ['an API that is not there', '/api/nothing', 404],
  ['the API’s description', '/api/openapi.json', 200],
  ['the socket’s description', '/api/asyncapi.json', 200],
  ['a probe', '/healthz', 200],
  ['a picture that is not there', '/media/nothing', 404],
];

const SAME_EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'permissions-policy': expect.stringMatching(
    /geolocation=\(\).*camera=\(self\), microphone=\(self\)/,
  ),
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

describe('security headers', () => {
  test.each(REPLIES)('the %s (%s) has the security headers', async (_, url, status) => {
    const { statusCode, headers } = await app.server.inject({
      url,
      headers: { cookie: 'adult=1' },
    });
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject(SAME_EVERYWHERE);
    expect(headers['x-request-id']).toBeTruthy();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['server']).toBeUndefined();
  });

  test('documents have a content policy that runs only our own scripts', async () => {
    for (const url of ['/', '/no/such/page', '/account/terms']) {
      const policy = String((await app.server.inject({ url })).headers['content-security-policy']);
      expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]+';/);
      expect(policy).not.toMatch(/unsafe|https?:|\*/);
      for (const rule of [
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ])
        expect(policy).toContain(rule);
    }
  });

  test('replies of the API are not cached', async () => {
    for (const url of ['/api/publics/countries', '/api/auth', '/api/nothing'])
      expect((await app.server.inject({ url })).headers['cache-control']).toBe('no-store');
  });
});

test('pages may talk with windows that they open where PayPal is configured', async () => {
  const configured = await testApp({
    settings: {
      PAYPAL_BASE_URL: 'https://api-m.sandbox.paypal.com',
      PAYPAL_CLIENT_ID: 'an-id',
      PAYPAL_CLIENT_SECRET: 'a-secret',
      PAYPAL_WEBHOOK_ID: 'a-webhook',
    },
  });
  const { headers } = await configured.server.inject({ url: '/healthz' });
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
});

describe('third-party scripts', () => {
  test('the content policy has the origins of configured third parties and no others', async () => {
    const configured = await testApp({
      pages: 'built',
      settings: {
        SUPPORT_SCRIPT_URL: 'https://chat.example/widget.js',
        TAG_MANAGER_URL: 'https://tags.example/gtm.js?id=GTM-1',
        THIRD_PARTY_ORIGINS: 'https://collect.example/path',
      },
    });
    const policy = String(
      (await configured.server.inject({ url: '/' })).headers['content-security-policy'],
    );
    expect(
      policy
        .match(/https?:\/\/[^ ;]+/g)
        ?.filter((origin, index, origins) => origins.indexOf(origin) === index),
    ).toEqual(['https://chat.example', 'https://tags.example', 'https://collect.example']);
    expect(policy).not.toContain('unsafe');
  });
});

const SETTERS = ['token', 'refreshToken', 'userId', 'device'];
/** What scripts of ours have to read. */
const READABLE = new Set(['userId']);

describe.each([
  ['at home', {}, false],
  [
    'in production',
    {
      CAMARIM_ENV: 'production',
      CAMARIM_PUBLIC_URL: 'https://camarim.example',
      DATA_KEY: 'a key of the test, of 32 characters or more',
    },
    true,
  ],
] as const)('cookies %s', (_, settings, secure) => {
  test('every cookie has its flags', async () => {
    const installation = await testApp({ settings });
    const { headers } = await installation.visitor.ask('POST /auth', {
      body: {
        username: 'davi',
        password: TEST_PASSWORD,
        recapcha: await solveCaptcha(installation.visitor),
      },
    });
    const lines = [headers['set-cookie'] ?? []].flat().map(String);
    expect(lines.map((line) => line.slice(0, line.indexOf('='))).sort()).toEqual(
      [...SETTERS].sort(),
    );
    for (const line of lines) {
      const name = line.slice(0, line.indexOf('='));
      expect(line).toContain('SameSite=Lax');
      expect(line).toContain('Path=/');
      expect(line.includes('HttpOnly'), name).toBe(!READABLE.has(name));
      expect(line.includes('Secure'), name).toBe(secure);
      expect(line).toMatch(name === 'device' ? /Max-Age=31536000/ : /Max-Age=604800/);
    }
  });

  test('Strict-Transport-Security covers a year where https is used', async () => {
    const installation = await testApp({ settings });
    const demanded = (await installation.server.inject({ url: '/healthz' })).headers[
      'strict-transport-security'
    ];
    expect(demanded).toBe(secure ? 'max-age=31536000; includeSubDomains' : undefined);
  });
});
