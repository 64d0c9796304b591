// Which peers are trusted proxies.
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { readTrustedProxies } from './trusted-proxies.ts';

test.each([
  ['false', '127.0.0.1', 0, false],
  ['1', '203.0.113.9', 0, true],
  ['1', '203.0.113.9', 1, false],
  ['loopback', '127.0.0.1', 0, true],
  ['loopback', '::ffff:127.0.0.1', 0, true],
  ['loopback', '::1', 0, true],
  ['loopback', '10.0.0.2', 0, false],
  ['10.0.0.0/8, 2001:db8::/32', '10.9.8.7', 0, true],
  ['10.0.0.0/8, 2001:db8::/32', '2001:db8::7', 3, true],
  ['10.0.0.0/8, 2001:db8::/32', '11.0.0.1', 0, false],
  ['private', '172.16.4.1', 0, true],
])('TRUST_PROXY=%s trusts the peer %s at hop %i: %s', (setting, address, hop, trusted) =>
  expect(readTrustedProxies(setting)?.(address, hop)).toBe(trusted),
);

test.each(['true', 'yes', '', '10.0.0.0/33', '10.0.0.0/x', '99', 'proxy.example', '-1'])(
  '%j is refused',
  (setting) => expect(readTrustedProxies(setting)).toBeNull(),
);

describe('limits per address', () => {
  const answersTo = async (
    trust: string,
    address: (index: number) => string,
    remoteAddress = '127.0.0.1',
  ) => {
    const app = await testApp({ rateScale: 1, settings: { TRUST_PROXY: trust } });
    const statuses = [];
    for (let index = 0; index < 80; index++)
      statuses.push(
        (
          await app.server.inject({
            url: '/api/auth/captcha',
            remoteAddress,
            headers: { 'x-forwarded-for': address(index) },
          })
        ).statusCode,
      );
    return statuses.filter((status) => status === 429).length;
  };

  test.each(['1', 'loopback'])(
    'limits can’t be avoided by a forged address when the proxy appends the true one (%s)',
    async (trust) => {
      expect(await answersTo(trust, (index) => `203.0.113.${index}, 198.51.100.7`)).toBe(20);
    },
  );

  test('limits count the visitor’s address that the trusted proxy reports', async () => {
    expect(await answersTo('loopback', (index) => `198.51.100.${index}`)).toBe(0);
  });

  test('limits count the connection’s address when no proxy is trusted', async () => {
    expect(await answersTo('false', (index) => `198.51.100.${index}`, '192.0.2.1')).toBe(20);
  });
});
