// Countries that an operator's setting refuses: pages, calls and sockets.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { installAllTexts } from '../../texts.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import { createLogger } from '../log/log.ts';
import { ALWAYS_ADMITTED } from './overload.ts';
import { createServer } from './server.ts';

const SETTINGS = {
  CAMARIM_ENV: 'test',
  TRUST_PROXY: 'loopback',
  GEO_COUNTRY_HEADER: 'X-Country',
  BLOCKED_COUNTRIES: 'pt, ES',
  CONTACT_ADDRESS: 'help@example.com',
};
const log = createLogger({ level: 'error', format: 'json', write: () => {} });

beforeAll(installAllTexts);
let app: Awaited<ReturnType<typeof createServer>> | undefined;
afterEach(() => app?.close());

const ask = async (
  url: string,
  country: string | null,
  settings: Record<string, string> = SETTINGS,
) => {
  app = await createServer(readConfig(settings), log);
  for (const path of ['/', '/api/posts', '/media/1']) app.get(path, () => 'shown');
  app.get('/api/gateway', { config: ALWAYS_ADMITTED }, () => 'shown');
  return app.inject({ url, headers: country === null ? {} : { 'x-country': country } });
};

describe('a refused country', () => {
  test('a refused country gets a plain page in every language with the address of the operator', async () => {
    const { statusCode, headers, body } = await ask('/', 'PT');
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      451,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    for (const part of [
      'Este site não está disponível no seu país.',
      'This site is not available in your country.',
      'Este sitio no está disponible en tu país.',
      'help@example.com',
    ])
      expect(body).toContain(part);
  });

  test('a refused country gets a refusal from the API, and no media', async () => {
    const call = await ask('/api/posts', 'es');
    expect([call.statusCode, call.json().code]).toEqual([451, 'country.refused']);
    expect((await ask('/media/1', 'PT')).statusCode).toBe(451);
  });

  test('a refused country still reaches the addresses of gateways and probes', async () => {
    expect((await ask('/api/gateway', 'PT')).statusCode).toBe(200);
  });
});

test.each([
  ['another country', 'BR'],
  ['a country that the proxy does not know', 'XX'],
  ['no country', null],
])('%s is served', async (_, country) => {
  expect((await ask('/', country)).statusCode).toBe(200);
});

test('no country is refused without the setting', async () => {
  const { BLOCKED_COUNTRIES: _, ...others } = SETTINGS;
  expect((await ask('/', 'PT', others)).statusCode).toBe(200);
});

test.each([
  ['a code that is no country', { ...SETTINGS, BLOCKED_COUNTRIES: 'PT,UK' }],
  ['a list without a header that says the country', { ...SETTINGS, GEO_COUNTRY_HEADER: '' }],
  ['a list without a trusted proxy', { ...SETTINGS, TRUST_PROXY: 'false' }],
])('the start fails for %s', (_, settings) => {
  expect(() => readConfig(settings)).toThrow(ConfigError);
});
