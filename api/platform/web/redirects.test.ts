// Access redirects of the server (specification section 2). e2e/redirects.spec.ts tests the same in
// the browser.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { type TestApp, testApp } from '../../testing/app.ts';

/**
 * The specification's names of public routes (account-register, ..., username, index), then those
 * this product adds.
 */
const PUBLIC = [
  '/',
  '/iris',
  '/iris/posts/x',
  '/iris/live',
  '/account/register',
  '/account/password',
  '/account/login',
  '/account/twitter',
  '/account/google',
  '/account/facebook',
  '/account/forgot',
  '/account/reset',
  '/account/terms',
  '/account/privacy',
  '/account/cookies',
  '/account/unsubscribe',
  '/account/remove',
  '/account/request',
  '/account/confirm',
  '/account/age',
  '/account/age/return',
  '/account/preferences',
  '/account/team',
  '/performer',
  '/removal',
  '/removal/follow',
  '/help/contest',
  '/transparency',
  '/help',
  '/search',
  '/tags/x',
];
/** Every page there is, as an address. */
const pages = readFileSync(new URL('../../../web/app/pages.ts', import.meta.url), 'utf8');
const built = [...pages.matchAll(/^  \[\s*'(\/[^']*)'/gm)]
  .map(([, path = '']) => path.replace(':username', 'iris').replace(/:\w+\??/, 'x'))
  .filter((address) => address !== '/*');
const specified = [
  '/bank',
  '/chats',
  '/earnings',
  '/live',
  '/options',
  '/posts',
  '/wallet',
  '/account/contract',
  '/settings/edit-profile',
  '/settings/change-password',
  '/settings/blocked-profiles',
  '/settings/geoblocking',
  '/settings/notes',
  '/settings/sessions',
  '/dsb/producer',
  '/dsb/producer/x',
];
const known = (address: string) => built.includes(address) || address.startsWith('/account/');
const all = [
  ...new Set([
    ...built,
    ...specified.filter(known),
    ...PUBLIC.filter((address) => built.includes(address)),
  ]),
];

let app: TestApp;
let waiting: ApiClient;
let suspended: ApiClient;
beforeAll(async () => {
  app = await testApp({ pages: 'built' });
  [waiting, suspended] = [await app.join('aurora'), await app.join('parada')];
  await app.ctx.db
    .updateTable('profiles')
    .set({ producer_stage: 'requested' })
    .where('id', '=', waiting.profileId)
    .execute();
  await app.ctx.db
    .updateTable('profiles')
    .set({ producer_stage: 'suspended' })
    .where('id', '=', suspended.profileId)
    .execute();
  app.clock.advance(5_000);
});

const get = async (url: string, person?: ApiClient) => {
  const cookie = person
    ? `token=${person.token}; refreshToken=${person.refreshToken}; adult=1`
    : 'adult=1';
  const { statusCode, headers } = await app.server.inject({ url, headers: { cookie } });
  return { status: statusCode, to: headers['location'] };
};
const sentHome = { status: 302, to: '/' };
const sentToLogIn = (address: string) => ({
  status: 302,
  to: `/?dialog=login&returnTo=${encodeURIComponent(address)}`,
});
/** Choices are only stored by a form; a GET of their address redirects every requester home. */
const asked = (address: string) => address !== '/account/preferences';

describe('a visitor', () => {
  test.each(all.filter((address) => !PUBLIC.includes(address)))(
    'a visitor is sent from %s to log in at the home page and come back',
    async (address) => expect(await get(address)).toEqual(sentToLogIn(address)),
  );
  test.each(all.filter((address) => PUBLIC.includes(address)).filter(asked))(
    'a visitor may open %s',
    async (address) =>
      expect([sentHome, sentToLogIn(address)]).not.toContainEqual(await get(address)),
  );
  test.each([
    '/notifications?q=mar&tab=posts',
    '/notifications?text=mar&order=new',
    '/wallet?utm_source=carta&tab=cards&a=1&a=2',
  ])(
    'log-in returns to the whole query of %s, with parameters that no page reads',
    async (address) => {
      expect(await get(address)).toEqual(sentToLogIn(address));
      expect(
        await Promise.all([`${address}&visit=1`, `${address}&visit=2`].map((own) => get(own))),
      ).toEqual([`${address}&visit=1`, `${address}&visit=2`].map(sentToLogIn));
    },
  );
  test('log-in returns from a very long query to the parameters that our pages read', async () =>
    expect(await get(`/notifications?q=mar&junk=${'x'.repeat(5_000)}`)).toEqual(
      sentToLogIn('/notifications?q=mar'),
    ));
  test('log-in returns to the whole query also after navigation inside the app', async () => {
    const { payload } = await app.server.inject({
      url: '/wallet.data?utm_source=carta&_routes=features%2Ffunds%2Fwallet.page',
      headers: { cookie: 'adult=1' },
    });
    expect(decodeURIComponent(payload)).toContain('utm_source=carta');
  });
  test('an unknown address gets a 404', async () =>
    expect(await get('/no/such/page')).toMatchObject({ status: 404 }));
});

/**
 * What these pages ask for is given to producers alone; what was earned, to suspended producers
 * too.
 */
const STUDIO = [
  '/posts',
  '/collections',
  '/posts/vault',
  '/posts/calendar',
  '/options/shows',
  '/chats/broadcasts',
  '/chats/automations',
  '/lists',
  '/options',
  '/options/plan',
  '/settings/geoblocking',
  '/settings/performers',
  '/audience',
  '/statistics',
];
const EARNINGS = ['/earnings', '/bank'];

describe('an applicant', () => {
  const closed = [...STUDIO, ...EARNINGS];
  test.each(closed)('the requester is redirected home from %s', async (address) =>
    expect(await get(address, waiting)).toEqual(sentHome),
  );
  test.each(all.filter((address) => !closed.includes(address)).filter(asked))(
    'an applicant may open %s',
    async (address) => expect(await get(address, waiting)).not.toEqual(sentHome),
  );
  test('an unknown address gets a 404', async () =>
    expect(await get('/no/such/page', waiting)).toMatchObject({ status: 404 }));
});

describe('a suspended producer', () => {
  test.each(STUDIO)('the requester is redirected home from %s', async (address) =>
    expect(await get(address, suspended)).toEqual(sentHome),
  );
  test.each(all.filter((address) => !STUDIO.includes(address)).filter(asked))(
    'a suspended producer may open %s',
    async (address) => expect(await get(address, suspended)).not.toEqual(sentHome),
  );
});

test.each(all.filter(asked))('a producer is not redirected from %s', async (address) =>
  expect(await get(address, app.producer)).not.toEqual(sentHome),
);
test.each(all.filter(asked))(
  'a member is redirected home only from pages of the studio: %s',
  async (address) => {
    if ([...STUDIO, ...EARNINGS].includes(address))
      expect(await get(address, app.fan)).toEqual(sentHome);
    else expect(await get(address, app.fan)).not.toEqual(sentHome);
  },
);

test.each([
  ['/account/login', '/?dialog=login'],
  ['/account/login?returnTo=%2Fwallet&x=1', '/?dialog=login&returnTo=%2Fwallet'],
  ['/account/register?returnTo=%2Fwallet', '/?dialog=register&returnTo=%2Fwallet'],
  ['/account/login?returnTo=https%3A%2F%2Felsewhere.example%2F', '/?dialog=login&returnTo=%2F'],
  ['/account/register', '/?dialog=register'],
  ['/account/password', '/account/forgot'],
])('%s leads to %s', async (address, to) =>
  expect(await get(address)).toEqual({ status: 302, to }),
);

test('the cookies of an ended session are deleted', async () => {
  const { headers } = await app.server.inject({
    url: '/',
    headers: { cookie: 'adult=1; token=worn-out' },
  });
  const cleared = [headers['set-cookie'] ?? []]
    .flat()
    .filter((line) => /Expires=Thu, 01 Jan 1970/.test(line))
    .map((line) => line.slice(0, line.indexOf('=')));
  expect(cleared).toEqual(expect.arrayContaining(['token', 'refreshToken', 'userId']));
});
