// Which pages may show the frames and forms of banks, where an acquirer has a script of 3-D Secure.
import { expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { testBank } from '../../testing/bank.ts';

const bank = await testBank();
const app = await testApp({
  pages: 'built',
  bank: { sandbox: bank, timeoutMs: 10_000 },
  settings: { CARD_ACQUIRER: 'cielo' },
});

const policyOf = async (cookie?: string): Promise<string> => {
  const { headers } = await app.server.inject({
    url: '/account/terms',
    headers: cookie === undefined ? {} : { cookie },
  });
  return String(headers['content-security-policy']);
};

test('frames and forms of banks are allowed on pages of people who are logged in', async () => {
  const fan = await app.join('pagante');
  const policy = await policyOf(`token=${fan.token}; refreshToken=${fan.refreshToken}`);
  expect(policy).toMatch(/frame-src [^;]* https:;/);
  expect(policy).toContain("form-action 'self' https:;");
});

test("frames and forms of banks are not allowed on a visitor's page, which never pays", async () => {
  const policy = await policyOf();
  expect(policy).not.toMatch(/ https:;/);
  expect(policy).toContain("form-action 'self';");
});
