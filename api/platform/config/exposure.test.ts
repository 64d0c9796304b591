// A configuration that is not production never serves the public: what would show, and that the
// server then refuses to start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { exposureProblems } from './exposure.ts';

const GATEWAY = {
  PAYPAL_BASE_URL: 'https://api-m.paypal.com',
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'id',
};
const LOCAL_GATEWAY = { ...GATEWAY, PAYPAL_BASE_URL: 'http://127.0.0.1:4999' };
const KEY = 'a key of the test, which has more than 32 characters';
const problems = (environment: Record<string, string>) =>
  exposureProblems(readConfig(environment), environment);

test.each([
  [
    'an address for other people',
    { CAMARIM_PUBLIC_URL: 'https://example.com' },
    /^CAMARIM_PUBLIC_URL is https:\/\/example\.com/,
  ],
  [
    'an address whose name only begins like ours',
    { CAMARIM_PUBLIC_URL: 'http://localhost.example.com' },
    /^CAMARIM_PUBLIC_URL/,
  ],
  [
    'an address of the local network',
    { CAMARIM_PUBLIC_URL: 'http://192.168.0.7:3000' },
    /^CAMARIM_PUBLIC_URL/,
  ],
  ['every network interface', { HOST: '0.0.0.0' }, /^HOST is 0\.0\.0\.0/],
  ['every network interface, by IPv6', { HOST: '::' }, /^HOST is ::/],
  ['a real gateway', GATEWAY, /^PAYPAL_BASE_URL/],
  ['NODE_ENV=production', { NODE_ENV: 'production' }, /^NODE_ENV/],
])('local mode is refused with %s', (_, environment, said) => {
  expect(problems(environment)).toEqual([expect.stringMatching(said)]);
  expect(problems({ ...environment, CAMARIM_ENV: 'test' })).toHaveLength(1);
});

test.each([
  ['nothing set', {}],
  [
    'the names of this machine',
    { HOST: '::1', CAMARIM_PUBLIC_URL: 'http://camarim.localhost:3000' },
  ],
  ['127.0.0.1', { HOST: '127.0.0.1', CAMARIM_PUBLIC_URL: 'http://127.0.0.1:3000' }],
  ['a stand-in of a gateway on this machine', LOCAL_GATEWAY],
])('local mode is accepted with %s', (_, environment) => expect(problems(environment)).toEqual([]));

test('production may serve the public', () => {
  expect(
    problems({
      CAMARIM_ENV: 'production',
      CAMARIM_PUBLIC_URL: 'https://example.com',
      HOST: '0.0.0.0',
      NODE_ENV: 'production',
      DATA_KEY: KEY,
      ...GATEWAY,
    }),
  ).toEqual([]);
});

test('the server says why and does not start', async () => {
  const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      CAMARIM_HOME: '/nonexistent/camarim',
      CAMARIM_PUBLIC_URL: 'https://example.com',
      HOST: '0.0.0.0',
    },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(1);
  expect(said).toMatch(
    /CAMARIM_PUBLIC_URL is https:\/\/example\.com[^\n]*CAMARIM_ENV=production\nHOST is 0\.0\.0\.0/,
  );
});
