// What the side menu offers to each role: specification section 2.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { User } from '../../client/session/session.ts';
import { pageExists } from './existing-pages.ts';
import { menuOf } from './menu.ts';

const person = (profile: {
  producer: boolean;
  activeCam: boolean;
  producerStage?: 'requested' | 'rejected' | 'suspended';
}) => ({ profile }) as User;
const keysOf = (user: User | null) =>
  menuOf(user).flatMap(({ entries }) => entries.map(({ key }) => key));

test('the menu of a member has wallet and settings', () => {
  expect(keysOf(person({ producer: false, activeCam: false }))).toEqual([
    'wallet',
    'subscriptions',
    'follows',
    'saved',
    'search',
    'request',
    'profile',
    'password',
    'security',
    'sessions',
    'blocked',
    'help',
  ]);
});

test('the menu of a producer has the studio as well', () => {
  expect(keysOf(person({ producer: true, activeCam: true }))).toEqual([
    'wallet',
    'subscriptions',
    'follows',
    'saved',
    'search',
    'posts',
    'calendar',
    'vault',
    'performers',
    'earnings',
    'plan',
    'bank',
    'notes',
    'blocked',
    'options',
    'geoblocking',
    'profile',
    'password',
    'security',
    'sessions',
    'help',
  ]);
});

const OWN = ['wallet', 'subscriptions', 'follows', 'saved', 'search'];
const SETTINGS = ['profile', 'password', 'security', 'sessions', 'blocked', 'help'];

test.each([
  ['waits for approval', 'requested', [...OWN, ...SETTINGS]],
  ['was rejected', 'rejected', [...OWN, ...SETTINGS]],
  ['is suspended', 'suspended', [...OWN, 'earnings', 'bank', ...SETTINGS]],
] as const)(
  'a producer who %s keeps what is theirs and has no studio',
  (_stands, producerStage, keys) => {
    expect(keysOf(person({ producer: false, activeCam: true, producerStage }))).toEqual(keys);
  },
);

test('the dashboard is in the menu of administrators only', () => {
  const admin = { ...person({ producer: false, activeCam: false }), admin: true } as User;
  const own = keysOf(person({ producer: false, activeCam: false }));
  expect(keysOf(admin)).toEqual([
    ...own,
    'dsbReports',
    'dsbProducers',
    'dsbPerformers',
    'dsbAges',
    'dsbHelp',
    'dsbTransactions',
    'dsbDebts',
    'dsbMedias',
  ]);
  expect(
    menuOf(admin)
      .flatMap(({ entries }) => entries)
      .every(({ to }) => pageExists(to)),
  ).toBe(true);
});

test('menu entries lead to existing pages, and no menu section is empty', () => {
  const sections = menuOf(person({ producer: true, activeCam: true }));
  expect(sections.flatMap(({ entries }) => entries).every(({ to }) => pageExists(to))).toBe(true);
  expect(sections.every(({ entries }) => entries.length > 0)).toBe(true);
  expect(menuOf(null, () => false)).toEqual([]);
});

test('every page that menus may lead to has a route', () => {
  const routes = readFileSync(new URL('../routes.ts', import.meta.url), 'utf8');
  const source = readFileSync(new URL('./existing-pages.ts', import.meta.url), 'utf8');
  const built = [...source.matchAll(/'\/([^']*)'/g)].map(([, path]) => path ?? '');
  expect(
    built.filter(
      (path) =>
        path !== '' &&
        ![`route('${path}'`, `route('${path}/:`].some((start) => routes.includes(start)),
    ),
  ).toEqual([]);
  expect(routes).toContain('index(');
});
