// Which navigation items stay in sight for whom, and which of them is the current one.
import { expect, test } from 'vitest';
import type { User } from '../../client/session/session.ts';
import { isCurrent, type NavItem, navItemsOf, type NavSlot } from './nav-items.ts';

const person = (producer: boolean) => ({ profile: { producer } }) as User;
const named = (navItems: NavItem[], ...shown: NavSlot[]) =>
  navItems.filter((navItem) => shown.includes(navItem.shown)).map(({ name }) => name);

test('the bar of a fan leads to home, explore and the wallet, and opens the menu', () => {
  expect(
    named(navItemsOf(person(false)), 'bar', 'both').filter((name) => name !== 'messages'),
  ).toEqual(['home', 'explore', 'wallet', 'me']);
});

test('the bar of a producer leads to messages and earnings, and has a new post in its middle', () => {
  const bar = named(navItemsOf(person(true)), 'bar', 'both');
  expect(bar).toEqual(['home', 'messages', 'newPost', 'earnings', 'me']);
  expect(bar[Math.floor(bar.length / 2)]).toBe('newPost');
});

test('the sidebar of a producer has the navigation items of daily work, the one of a fan has none of them', () => {
  const work = ['newPost', 'earnings', 'posts', 'calendar', 'vault', 'subscribers'];
  const side = named(navItemsOf(person(true)), 'side', 'both');
  expect(side).toEqual(expect.arrayContaining(['home', 'explore', 'wallet', ...work]));
  const fan = named(navItemsOf(person(false)), 'side', 'both');
  expect(fan).toEqual(expect.arrayContaining(['home', 'explore', 'wallet', 'saved']));
  expect(fan.filter((name) => work.includes(name))).toEqual([]);
});

test.each([
  ['owner', ['overview', 'todo']],
  ['moderation', ['todo']],
  ['readOnly', ['overview']],
  [null, []],
] as const)(
  'the sidebar of the role %s has the parts of the dashboard that it may open',
  (role, navItems) => {
    const staff = { ...person(false), staffRole: role } as User;
    const side = named(navItemsOf(staff), 'side', 'both');
    expect(side.filter((name) => name === 'overview' || name === 'todo')).toEqual(navItems);
    expect(named(navItemsOf(staff), 'bar', 'both')).toHaveLength(5);
  },
);

test.each([
  ['owner', ['home', 'overview', 'todo', 'messages', 'me']],
  ['moderation', ['home', 'todo', 'messages', 'me']],
] as const)(
  'the dashboard bar of the role %s leads to its first pages, which its sidebar does not repeat',
  (role, bar) => {
    const navItems = navItemsOf({ ...person(true), staffRole: role } as User, true);
    expect(named(navItems, 'bar', 'both')).toEqual(bar);
    expect(named(navItems, 'side', 'both')).toEqual(['home', 'messages', 'notifications']);
  },
);

test('a member who is no administrator keeps their navigation items at an address of the dashboard', () => {
  expect(navItemsOf(person(false), true)).toEqual(navItemsOf(person(false)));
});

test('no bar has more than five navigation items, also when every page is built', () => {
  for (const producer of [true, false])
    expect(named(navItemsOf(person(producer)), 'bar', 'both').length).toBeLessThanOrEqual(5);
});

test.each([
  ['/', '/', '', true],
  ['/', '/', '?explore', false],
  ['/', '/', '?feed=discover', true],
  ['/?explore', '/', '?explore&gender=woman', true],
  ['/?explore', '/', '', false],
  ['/posts?view=list', '/posts', '?view=list&state=paid', true],
  ['/posts?view=list', '/posts', '?tab=archived', true],
  ['/posts?view=list', '/posts/calendar', '', false],
  ['/posts#new', '/posts', '', false],
  ['/chats', '/chats/irisveludo', '', true],
  ['/dsb/users', '/dsb/users/0198c0de-0000-7000-8000-000000000001', '', true],
  ['/dsb', '/dsb/users', '', false],
  [null, '/', '', false],
])('the navigation item %s is current at %s%s: %s', (to, pathname, search, current) => {
  expect(isCurrent(to, { pathname, search })).toBe(current);
});
