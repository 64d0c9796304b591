// Who is sent away from which page, by the server: specification section 2, access redirects. e2e/redirects.spec.ts asks the same of the browser.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../person.ts';
import { type TestApp, testApp } from '../../testing/app.ts';

/** The specification's names of public routes (account-register, ..., username, index), then those this product adds. */
const PUBLIC = [
  '/', '/iris', '/account/register', '/account/password', '/account/login', '/account/twitter', '/account/google', '/account/facebook',
  '/account/forgot', '/account/reset', '/account/terms', '/account/privacy', '/account/cookies', '/account/remove', '/account/request',
  '/account/confirm', '/account/age', '/account/preferences', '/performer',
];
/** index, settings-edit-profile, settings-change-password, help; then the choices of language and the like, and the letter's link. */
const WHILE_WAITING = ['/', '/settings/edit-profile', '/settings/change-password', '/help', '/account/preferences', '/account/confirm', '/account/age', '/performer'];

/** Every page there is, as an address. */
const routes = readFileSync(new URL('../../../web/shell/routes.ts', import.meta.url), 'utf8');
const built = ['/', ...[...routes.matchAll(/route\('([^']+)'/g)].map(([, pattern = '']) => `/${pattern.replace(':username', 'iris').replace(/:\w+\??/, 'x')}`)].filter((address) => address !== '/*');
const specified = ['/bank', '/chats', '/earnings', '/help', '/live', '/options', '/posts', '/wallet', '/account/contract', '/settings/edit-profile', '/settings/change-password', '/settings/blocked-profiles', '/settings/geoblocking', '/settings/notes', '/settings/sessions', '/dsb/producer', '/dsb/producer/x'];
const known = (address: string) => built.includes(address) || address.startsWith('/account/');
const all = [...new Set([...built, ...specified.filter(known), ...PUBLIC.filter((address) => built.includes(address))])];

let app: TestApp;
let waiting: Person;
beforeAll(async () => {
  app = await testApp({ pages: 'built' });
  waiting = await app.join('aurora');
  await app.platform.db.updateTable('profiles').set({ producer_stage: 'requested' }).where('id', '=', waiting.profileId).execute();
  app.clock.advance(5_000);
});

const get = async (url: string, person?: Person) => {
  const cookie = person ? `token=${person.token}; refreshToken=${person.refreshToken}; adult=1` : 'adult=1';
  const { statusCode, headers } = await app.server.inject({ url, headers: { cookie } });
  return { status: statusCode, to: headers['location'] };
};
const sentHome = { status: 302, to: '/' };
/** Choices are only stored by a form: asked for, they are nothing, and lead home for everybody. */
const asked = (address: string) => address !== '/account/preferences';

describe('a visitor', () => {
  test.each(all.filter((address) => !PUBLIC.includes(address)))('is sent home from %s', async (address) => expect(await get(address)).toEqual(sentHome));
  test.each(all.filter((address) => PUBLIC.includes(address)).filter(asked))('may open %s', async (address) => expect(await get(address)).not.toEqual(sentHome));
  test('whose address is no page is told so', async () => expect(await get('/no/such/page')).toMatchObject({ status: 404 }));
});

describe('who waits for approval as a producer', () => {
  test.each(all.filter((address) => !WHILE_WAITING.includes(address)))('is sent home from %s', async (address) => expect(await get(address, waiting)).toEqual(sentHome));
  test.each(all.filter((address) => WHILE_WAITING.includes(address)).filter(asked))('may open %s', async (address) => expect(await get(address, waiting)).not.toEqual(sentHome));
  test('whose address is no page is told so', async () => expect(await get('/no/such/page', waiting)).toMatchObject({ status: 404 }));
});

/** What these pages ask for is given to producers alone. */
const STUDIO = ['/posts', '/posts/vault', '/posts/calendar', '/earnings', '/bank', '/options', '/options/plan', '/settings/geoblocking', '/settings/performers'];

test.each(all.filter(asked))('a producer is sent home from no page: %s', async (address) => expect(await get(address, app.producer)).not.toEqual(sentHome));
test.each(all.filter(asked))('a member is sent home from the studio only: %s', async (address) => {
  if (STUDIO.includes(address)) expect(await get(address, app.fan)).toEqual(sentHome);
  else expect(await get(address, app.fan)).not.toEqual(sentHome);
});

test.each([
  ['/account/login', '/?dialog=login'],
  ['/account/register', '/?dialog=register'],
  ['/account/password', '/account/forgot'],
])('%s leads to %s', async (address, to) => expect(await get(address)).toEqual({ status: 302, to }));

test('a session that is over leaves no cookie behind', async () => {
  const { headers } = await app.server.inject({ url: '/', headers: { cookie: 'adult=1; token=worn-out' } });
  const cleared = [headers['set-cookie'] ?? []].flat().filter((line) => /Expires=Thu, 01 Jan 1970/.test(line)).map((line) => line.slice(0, line.indexOf('=')));
  expect(cleared).toEqual(expect.arrayContaining(['token', 'refreshToken', 'userId']));
});
