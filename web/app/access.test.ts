// Who may open what, and what the gate does before it: the table of specification section 2, row by
// row.
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { gateOf, redirectOf } from './access.ts';
import { PAGES } from './pages.ts';
import type { User } from '../client/session/session.ts';

const person = (profile: { producer: boolean; activeCam: boolean; producerStage: string }) =>
  ({ profile }) as User;
const member = person({ producer: false, activeCam: false, producerStage: 'member' });
const waiting = person({ producer: false, activeCam: true, producerStage: 'requested' });
const rejected = person({ producer: false, activeCam: true, producerStage: 'rejected' });
const suspended = person({ producer: false, activeCam: true, producerStage: 'suspended' });
const producer = person({ producer: true, activeCam: true, producerStage: 'approved' });

const OPEN = [
  '/',
  ':username',
  ':username/posts/:id',
  '*',
  'account/login',
  'account/register',
  'account/password',
  'account/forgot',
  'account/reset',
  'account/terms',
  'account/privacy',
  'account/cookies',
  'account/remove',
  'account/request',
  'account/google',
  'performer',
  // The specification closes it; visitors need help, too.
  'help',
];
const CLOSED = [
  'bank',
  'chats/:slug?',
  'earnings',
  'live',
  'options',
  'posts',
  'posts/vault',
  'posts/calendar',
  'chats/broadcasts',
  'chats/automations',
  'lists',
  'wallet',
  'account/contract',
  'settings/edit-profile',
  'settings/sessions',
  'dsb/producer/:token?',
];
const to = (pattern: string, user: User | null) => redirectOf(pattern, user, `/${pattern}`);

test('every page of the table has its file', () => {
  const missing = PAGES.filter(
    ([, file]) =>
      !existsSync(new URL(file.startsWith('./') ? file : `../features/${file}`, import.meta.url)),
  );
  expect(missing).toEqual([]);
});

describe('a visitor', () => {
  test.each(OPEN)('a visitor may open %s', (pattern) => expect(to(pattern, null)).toBeNull());
  test.each(CLOSED)(
    'a visitor is sent from %s to the home page, to log in and come back',
    (pattern) =>
      expect(to(pattern, null)).toBe(
        `/?dialog=login&returnTo=${encodeURIComponent(`/${pattern}`)}`,
      ),
  );
});

const EARNINGS = ['earnings', 'bank'];
const STUDIO = [
  'posts',
  'posts/vault',
  'posts/calendar',
  'chats/broadcasts',
  'chats/automations',
  'lists',
  'options',
  'options/plan',
  'settings/geoblocking',
  'settings/performers',
];

test.each([...OPEN, ...CLOSED])('producers may open %s', (pattern) =>
  expect(to(pattern, producer)).toBeNull(),
);

describe.each([
  ['a member', member],
  ['a person who waits for approval', waiting],
  ['a person whose request was rejected', rejected],
])('%s', (_name, user) => {
  test.each([...OPEN, ...CLOSED].filter((pattern) => ![...STUDIO, ...EARNINGS].includes(pattern)))(
    'the requester may open %s',
    (pattern) => expect(to(pattern, user)).toBeNull(),
  );
  test.each([...STUDIO, ...EARNINGS])('the requester is sent home from %s', (pattern) =>
    expect(to(pattern, user)).toBe('/'),
  );
});

describe('a suspended producer', () => {
  test.each([...OPEN, ...CLOSED].filter((pattern) => !STUDIO.includes(pattern)))(
    'a suspended producer may open %s',
    (pattern) => expect(to(pattern, suspended)).toBeNull(),
  );
  test.each(STUDIO)('a suspended producer is sent home from %s', (pattern) =>
    expect(to(pattern, suspended)).toBe('/'),
  );
});

describe('the age gate', () => {
  test.each([
    '/',
    '/irisveludo',
    '/search',
    '/tags/praia',
    '/posts',
    '/no/such/page',
    '/dsb/no/such/page',
  ])('the age gate asks for a proof of age before %s', (path) =>
    expect(gateOf(path)).toBe('content'),
  );
  test.each(PAGES.map(([path]) => path).filter((path) => path.startsWith('/dsb')))(
    'the age gate asks for a proof of age before %s, except of the team',
    (path) => expect(gateOf(path)).toBe('staff'),
  );
  test('the page of one request of a producer has the gate of the other pages of the team', () =>
    expect(gateOf('/dsb/producer/x')).toBe('staff'));
  test.each([
    '/account/request',
    '/wallet',
    '/wallet/',
    '/settings/sessions',
    '/funds/receipts/x',
    '/bank',
  ])('the age gate asks for no proof of age before %s', (path) =>
    expect(gateOf(path)).toBe('plain'),
  );
  test.each([
    ['the terms', '/account/terms'],
    ['privacy', '/account/privacy'],
    ['cookies', '/account/cookies'],
    ['the contract', '/account/contract'],
    ['help', '/help'],
    ['logging in', '/account/login'],
    ['registering', '/account/register'],
    ['the return of Google', '/account/google'],
    ['the return of Facebook', '/account/facebook'],
    ['the return of X', '/account/twitter'],
    ['a forgotten password', '/account/forgot'],
    ['the link of a new password', '/account/reset'],
    ['the alias of a forgotten password', '/account/password'],
    ['confirming an email address', '/account/confirm'],
    ['removing the account', '/account/remove'],
    ['the export of personal data', '/settings/data'],
    ['the consent of performers', '/performer'],
    ['asking for a removal', '/removal'],
    ['following a removal', '/removal/follow'],
    ['contesting a refusal', '/help/contest'],
    ['the transparency figures', '/transparency'],
    ['unsubscribing from emails', '/account/unsubscribe'],
    ['proving the age', '/account/age'],
    ['coming back from a provider', '/account/age/return'],
  ])('the age gate never covers %s', (_, path) => expect(gateOf(path)).toBe('never'));
});
