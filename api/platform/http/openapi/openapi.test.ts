// The OpenAPI document is for developers; production serves it only when the operator enables it.
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';

const PRODUCTION = {
  CAMARIM_ENV: 'production',
  CAMARIM_PUBLIC_URL: 'https://camarim.example',
  DATA_KEY: 'a key of the test, of 32 characters or more',
};

test.each([
  ['a local installation offers it', {}, 200],
  ['production does not offer it', PRODUCTION, 404],
  ['production offers it when API_DOCS is true', { ...PRODUCTION, API_DOCS: 'true' }, 200],
  ['a local installation does not offer it when API_DOCS is false', { API_DOCS: 'false' }, 404],
])('%s', async (_title, settings, status) => {
  const { server } = await testApp({ settings });
  const statuses = await Promise.all(
    ['/api/openapi.json', '/api/docs/'].map(async (url) => (await server.inject(url)).statusCode),
  );
  expect(statuses).toEqual([status, status]);
});

test('the API reference has the look of the site, and its policy allows no script but its own files', async () => {
  const { server } = await testApp();
  const page = await server.inject('/api/docs/');
  expect(page.body).toContain('<title>Camarim API</title>');
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/);
  const [sheet] = /[^"]+camarim\.css/.exec(page.body) ?? [''];
  const { statusCode, body } = await server.inject(new URL(sheet, 'http://x/api/docs/').pathname);
  expect([statusCode, body.includes('--rouge-fill')]).toEqual([200, true]);
});
