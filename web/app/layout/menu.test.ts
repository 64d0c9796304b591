// What the side menu offers to each role: specification section 2.
import type { StaffRole } from '@camarim/contract/staff';
import { expect, test } from 'vitest';
import type { User } from '../../client/session/session.ts';
import { addressOf, pageExists } from '../access.ts';
import { DASHBOARD_GROUPS } from './dashboard-groups.ts';
import { menuOf } from './menu.ts';

const person = (profile: {
  producer: boolean;
  activeCam: boolean;
  producerStage?: 'requested' | 'rejected' | 'suspended';
}) => ({ profile }) as User;
const pathsOf = (user: User | null) => menuOf(user).flatMap(({ paths }) => paths.map(addressOf));

test('the menu of a member has wallet and settings', () => {
  expect(pathsOf(person({ producer: false, activeCam: false }))).toEqual([
    '/notifications',
    '/wallet',
    '/settings/subscriptions',
    '/settings/follows',
    '/posts/saved',
    '/collections/purchased',
    '/search',
    '/account/request',
    '/settings/edit-profile',
    '/settings/change-password',
    '/settings/notifications',
    '/settings/security',
    '/settings/sessions',
    '/settings/blocked-profiles',
    '/help',
  ]);
});

test('the menu of a producer has the studio as well', () => {
  expect(pathsOf(person({ producer: true, activeCam: true }))).toEqual([
    '/notifications',
    '/wallet',
    '/settings/subscriptions',
    '/settings/follows',
    '/posts/saved',
    '/collections/purchased',
    '/search',
    '/live',
    '/posts',
    '/collections',
    '/posts/calendar',
    '/chats/broadcasts',
    '/chats/automations',
    '/posts/vault',
    '/earnings',
    '/statistics',
    '/orders',
    '/options/shows',
    '/options/plan',
    '/bank',
    '/audience',
    '/lists',
    '/settings/notes',
    '/settings/blocked-profiles',
    '/options',
    '/settings/geoblocking',
    '/settings/performers',
    '/settings/edit-profile',
    '/settings/change-password',
    '/settings/notifications',
    '/settings/security',
    '/settings/sessions',
    '/help',
  ]);
});

const OWN = [
  '/notifications',
  '/wallet',
  '/settings/subscriptions',
  '/settings/follows',
  '/posts/saved',
  '/collections/purchased',
  '/search',
];
const SETTINGS = [
  '/settings/edit-profile',
  '/settings/change-password',
  '/settings/notifications',
  '/settings/security',
  '/settings/sessions',
  '/settings/blocked-profiles',
  '/help',
];

test.each([
  ['waits for approval', 'requested', [...OWN, ...SETTINGS]],
  ['was rejected', 'rejected', [...OWN, ...SETTINGS]],
  ['is suspended', 'suspended', [...OWN, '/earnings', '/bank', ...SETTINGS]],
] as const)(
  'a producer who %s keeps what is theirs and has no studio',
  (_stands, producerStage, paths) => {
    expect(pathsOf(person({ producer: false, activeCam: true, producerStage }))).toEqual(paths);
  },
);

test('the dashboard is in the menu of administrators only, with the pages of their role', () => {
  const own = pathsOf(person({ producer: false, activeCam: false }));
  const pagesOf = (staffRole: StaffRole | null) =>
    pathsOf({
      ...person({ producer: false, activeCam: false }),
      admin: staffRole !== null,
      staffRole,
    } as User).slice(own.length);
  expect(pagesOf(null)).toEqual([]);
  expect(pagesOf('finance')).toEqual([
    '/dsb',
    '/dsb/todo',
    '/dsb/users',
    '/dsb/orders',
    '/dsb/transactions',
    '/dsb/fraud',
    '/dsb/debts',
    '/dsb/team',
  ]);
  expect(pagesOf('owner')).toEqual([
    '/dsb',
    '/dsb/todo',
    '/dsb/reports',
    '/dsb/reviews',
    '/dsb/removals',
    '/dsb/users',
    '/dsb/lives',
    '/dsb/verifications',
    '/dsb/legal-holds',
    '/dsb/help',
    '/dsb/orders',
    '/dsb/transactions',
    '/dsb/fraud',
    '/dsb/debts',
    '/dsb/medias',
    '/dsb/age-settings',
    '/dsb/team',
    '/dsb/packs',
    '/dsb/audit',
  ]);
});

test('every page of the dashboard is in one group of its sidebar', () => {
  const owner = { ...person({ producer: false, activeCam: false }), staffRole: 'owner' } as User;
  const pages = menuOf(owner).find(({ key }) => key === 'dashboard')?.paths ?? [];
  expect(DASHBOARD_GROUPS.flatMap(({ paths }) => paths).toSorted()).toEqual(pages.toSorted());
});

test('every entry of the menu is a page of the table, and no section is empty', () => {
  const sections = menuOf(person({ producer: true, activeCam: true }));
  expect(sections.flatMap(({ paths }) => paths).every((path) => pageExists(path))).toBe(true);
  expect(sections.every(({ paths }) => paths.length > 0)).toBe(true);
});

test('every group of a signed-in person has a heading, and no group is longer than seven entries', () => {
  const groups = menuOf(person({ producer: true, activeCam: true }));
  expect(groups.map(({ key }) => key)).toEqual([
    'account',
    'studio',
    'income',
    'audience',
    'settings',
  ]);
  expect(groups.filter(({ title, paths }) => title === '' || paths.length > 7)).toEqual([]);
});

test('a visitor is offered to become a producer, and help', () => {
  expect(pathsOf(null)).toEqual(['/account/request', '/help']);
});
