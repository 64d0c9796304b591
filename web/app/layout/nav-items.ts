// Items of the main navigation of members: a tab bar on phones, a sidebar on wider screens.
import { hasRight, type StaffRight } from '@camarim/contract/staff';
import { NEW_POST_PATH } from '../../client/navigation.ts';
import type { User } from '../../client/session/session.ts';
import { pageExists } from '../access.ts';

export type NavItemName =
  | 'home'
  | 'explore'
  | 'messages'
  | 'notifications'
  | 'newPost'
  | 'wallet'
  | 'earnings'
  | 'posts'
  | 'calendar'
  | 'vault'
  | 'subscribers'
  | 'subscriptions'
  | 'saved'
  | 'live'
  | 'overview'
  | 'todo'
  | 'me';

/**
 * Where a navigation item is: in the phone's bar, which has room for five, in the sidebar, or in
 * both.
 */
export type NavSlot = 'bar' | 'side' | 'both';

/** `to` null: the navigation item opens the side menu. */
export type NavItem = { name: NavItemName; to: string | null; shown: NavSlot };

type Row = readonly [name: NavItemName, to: string | null, shown: NavSlot];

/** The middle of their bar on a phone is for a new post; Explore is in the menu there. */
const CREATOR: readonly Row[] = [
  ['home', '/', 'both'],
  ['explore', '/?explore', 'side'],
  ['messages', '/chats', 'both'],
  ['notifications', '/notifications', 'side'],
  ['newPost', NEW_POST_PATH, 'both'],
  ['earnings', '/earnings', 'both'],
  ['posts', '/posts?view=list', 'side'],
  ['calendar', '/posts/calendar', 'side'],
  ['vault', '/posts/vault', 'side'],
  ['subscribers', '/audience', 'side'],
  ['live', '/live', 'side'],
  ['wallet', '/wallet', 'side'],
  ['me', null, 'bar'],
];

const FAN: readonly Row[] = [
  ['home', '/', 'both'],
  ['explore', '/?explore', 'both'],
  ['messages', '/chats', 'both'],
  ['notifications', '/notifications', 'side'],
  ['wallet', '/wallet', 'both'],
  ['subscriptions', '/settings/subscriptions', 'side'],
  ['saved', '/posts/saved', 'side'],
  ['live', '/live', 'side'],
  ['me', null, 'bar'],
];

/** What administrators begin with; the other pages of the dashboard are in its own sidebar. */
const STAFF: readonly (readonly [StaffRight, NavItemName, string])[] = [
  ['overview.read', 'overview', '/dsb'],
  ['todo.decide', 'todo', '/dsb/todo'],
];

/**
 * Whether the address is a page of the dashboard, whose pages then replace the items of the site.
 */
export const isDashboard = (pathname: string): boolean => /^\/dsb(\/|$)/.test(pathname);

const dashboardOf = (staff: readonly Row[]): readonly Row[] => [
  ['home', '/', 'both'],
  ...staff,
  ['messages', '/chats', 'both'],
  ['notifications', '/notifications', 'side'],
  ['me', null, 'bar'],
];

const isBuilt = ([, to]: Row): boolean => to === null || pageExists(to.replace(/[?#].*$/, ''));

/**
 * In the order of the bar and the sidebar, without pages that are not built. In the dashboard the
 * sidebar has all its pages (DashboardNav), so that its first two are in the bar only.
 */
export const navItemsOf = ({ profile, staffRole }: User, inDashboard = false): NavItem[] => {
  const staff = STAFF.filter(([right]) => hasRight(staffRole, right)).map(([, name, to]): Row => [
    name,
    to,
    inDashboard ? 'bar' : 'side',
  ]);
  const site = profile.producer ? CREATOR : FAN;
  return (inDashboard && staffRole ? dashboardOf(staff) : [...site, ...staff])
    .filter(isBuilt)
    .map(([name, to, shown]) => ({ name, to, shown }));
};

/** Whether the address belongs to the item, which is then marked as the current one. */
export const isCurrent = (
  to: string | null,
  { pathname, search }: { pathname: string; search: string },
): boolean => {
  if (to === null || to === NEW_POST_PATH) return false;
  const [path, query] = to.split('?', 2);
  const exploring = pathname === '/' && new URLSearchParams(search).has('explore');
  // A conversation belongs to the item of all conversations, a person to that of all people.
  const within = path === '/chats' || path === '/dsb/users';
  const here = pathname === path || (within && pathname.startsWith(`${path}/`));
  return here && exploring === (query === 'explore');
};
