// The OpenAPI document is for developers; production serves it only when the operator enables it.
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';

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
