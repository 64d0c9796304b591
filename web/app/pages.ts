// Every page: its address, its file, who may open it, what the age gate does before it, and where
// menus offer it (specification section 2). Router, access checks, gate and menus read this table.

import type { StaffRight } from '@camarim/contract/staff';

/** `earners`: approved producers, and suspended ones, who keep what they earned. */
export type Audience = 'everyone' | 'members' | 'earners' | 'producers';

/**
 * `content`: adult content, so a proof of age comes first where the law asks for one. `plain`:
 * none, so only the confirmation of the whole site. `staff`: as `plain` for the team, who set there
 * how an age is proven; as `content` for everyone else. `never`: what a person is entitled to
 * without a word about their age, such as the terms, help, logging in, removing the account, and
 * links of emails.
 */
export type Gate = 'content' | 'plain' | 'staff' | 'never';

/**
 * A section of the side menu, and the people for whom the page is in it. `candidates`: members who
 * may ask to become producers; `others`: members who are no producers; a right: administrators who
 * have it.
 */
export type MenuSlot =
  | 'join:visitors'
  | 'account:members'
  | 'account:candidates'
  | 'studio:producers'
  | 'income:producers'
  | 'income:earners'
  | 'audience:producers'
  | 'settings:members'
  | 'settings:producers'
  | 'settings:others'
  | `dashboard:${StaffRight}`;

/**
 * Path: the router's pattern. File: in `web/features`, or with `./` in this folder. Text and icon
 * of the menu's entries are in layout/menu-entries.tsx, which loads with the menu.
 */
type Page = readonly [
  path: string,
  file: string,
  audience: Audience,
  gate: Gate,
  ...menu: MenuSlot[],
];

/** In the order of the menu. A page that is not built yet is not here, and no menu offers it. */
export const PAGES = [
  ['/', './home/home.page.tsx', 'everyone', 'content'],
  ['/:username', './profile/profile.page.tsx', 'everyone', 'content'],
  ['/:username/posts/:id', './post/post.page.tsx', 'everyone', 'content'],
  ['/:username/live', 'lives/watch/watch.page.tsx', 'everyone', 'content'],
  ['/tags/:tag', 'posts/search/search.page.tsx', 'everyone', 'content'],
  ['/funds/receipts/:id', 'funds/receipt/receipt.page.tsx', 'members', 'plain'],

  ['/notifications', 'notifications/notifications.page.tsx', 'members', 'plain', 'account:members'],
  ['/chats/:slug?', 'chats/chats.page.tsx', 'members', 'content'],
  ['/wallet', 'funds/wallet/wallet.page.tsx', 'members', 'plain', 'account:members'],
  [
    '/settings/subscriptions',
    'subscriptions/subscriptions.page.tsx',
    'members',
    'plain',
    'account:members',
  ],
  ['/settings/follows', 'follows/follows.page.tsx', 'members', 'plain', 'account:members'],
  ['/posts/saved', 'posts/saved/saved.page.tsx', 'members', 'content', 'account:members'],
  [
    '/collections/purchased',
    'collections/purchased.page.tsx',
    'members',
    'content',
    'account:members',
  ],
  ['/search', 'posts/search/search.page.tsx', 'everyone', 'content', 'account:members'],
  [
    '/account/request',
    'verifications/request/request.page.tsx',
    'everyone',
    'plain',
    'join:visitors',
    'account:candidates',
  ],
  ['/live', 'lives/live.page.tsx', 'members', 'content', 'studio:producers'],
  ['/live/receipts', 'lives/receipts/receipts.page.tsx', 'members', 'plain'],
  ['/posts', 'posts/posts.page.tsx', 'producers', 'content', 'studio:producers'],
  [
    '/collections',
    'collections/own/collections.page.tsx',
    'producers',
    'content',
    'studio:producers',
  ],
  [
    '/posts/calendar',
    'posts/calendar/calendar.page.tsx',
    'producers',
    'content',
    'studio:producers',
  ],
  [
    '/chats/broadcasts',
    'chats/broadcasts/broadcasts.page.tsx',
    'producers',
    'content',
    'studio:producers',
  ],
  [
    '/chats/automations',
    'chats/automations/automations.page.tsx',
    'producers',
    'content',
    'studio:producers',
  ],
  ['/posts/vault', 'vault/vault.page.tsx', 'producers', 'content', 'studio:producers'],
  [
    '/settings/performers',
    'verifications/performers/performers.page.tsx',
    'producers',
    'plain',
    'settings:producers',
  ],
  ['/earnings', 'funds/earnings/earnings.page.tsx', 'earners', 'plain', 'income:earners'],
  [
    '/statistics',
    'studio/statistics/statistics.page.tsx',
    'producers',
    'plain',
    'income:producers',
  ],
  ['/orders', 'orders/orders.page.tsx', 'members', 'content', 'income:producers'],
  ['/options/shows', 'lives/settings/shows.page.tsx', 'producers', 'plain', 'income:producers'],
  ['/options/plan', 'tiers/plan.page.tsx', 'producers', 'plain', 'income:producers'],
  ['/bank', 'funds/payouts/bank.page.tsx', 'earners', 'plain', 'income:earners'],
  ['/audience', 'studio/audience/audience.page.tsx', 'producers', 'plain', 'audience:producers'],
  ['/lists', 'lists/lists.page.tsx', 'producers', 'content', 'audience:producers'],
  ['/settings/notes', 'notes/notes.page.tsx', 'members', 'plain', 'audience:producers'],
  [
    '/settings/edit-profile',
    'profiles/edit/edit-profile.page.tsx',
    'members',
    'plain',
    'settings:members',
  ],
  [
    '/settings/change-password',
    'auth/settings/password.page.tsx',
    'members',
    'plain',
    'settings:members',
  ],
  [
    '/settings/notifications',
    'notifications/settings.page.tsx',
    'members',
    'plain',
    'settings:members',
  ],
  ['/settings/security', 'auth/settings/security.page.tsx', 'members', 'plain', 'settings:members'],
  ['/settings/sessions', 'auth/settings/sessions.page.tsx', 'members', 'plain', 'settings:members'],
  [
    '/settings/blocked-profiles',
    'profiles/blocks/blocked-profiles.page.tsx',
    'members',
    'plain',
    'audience:producers',
    'settings:others',
  ],
  ['/options', 'chats/options/options.page.tsx', 'producers', 'content', 'audience:producers'],
  [
    '/settings/geoblocking',
    'profiles/blocks/geoblocking.page.tsx',
    'producers',
    'plain',
    'audience:producers',
  ],
  ['/help', 'help/help.page.tsx', 'everyone', 'never', 'settings:members', 'join:visitors'],

  ['/dsb', './overview/overview.page.tsx', 'members', 'staff', 'dashboard:overview.read'],
  ['/dsb/todo', 'todo/admin/todo.page.tsx', 'members', 'staff', 'dashboard:todo.decide'],
  ['/dsb/reports', 'reports/admin/reports.page.tsx', 'members', 'staff', 'dashboard:content.read'],
  ['/dsb/reviews', 'reviews/admin/reviews.page.tsx', 'members', 'staff', 'dashboard:content.read'],
  [
    '/dsb/removals',
    'removals/admin/removals.page.tsx',
    'members',
    'staff',
    'dashboard:content.read',
  ],
  ['/dsb/users', 'user/admin/users.page.tsx', 'members', 'staff', 'dashboard:users.read'],
  ['/dsb/lives', 'lives/admin/lives.page.tsx', 'members', 'staff', 'dashboard:content.read'],
  [
    '/dsb/verifications',
    'verifications/admin/verifications.page.tsx',
    'members',
    'staff',
    'dashboard:identity.read',
  ],
  [
    '/dsb/legal-holds',
    'legal-holds/admin/legal-holds.page.tsx',
    'members',
    'staff',
    'dashboard:content.read',
  ],
  ['/dsb/help', './help-queue/help-queue.page.tsx', 'members', 'staff', 'dashboard:help.read'],
  ['/dsb/orders', 'orders/admin/orders.page.tsx', 'members', 'staff', 'dashboard:orders.read'],
  [
    '/dsb/transactions',
    'funds/admin/transactions.page.tsx',
    'members',
    'staff',
    'dashboard:money.read',
  ],
  ['/dsb/fraud', 'fraud/admin/fraud.page.tsx', 'members', 'staff', 'dashboard:money.read'],
  ['/dsb/debts', 'funds/admin/debts.page.tsx', 'members', 'staff', 'dashboard:money.read'],
  ['/dsb/medias', 'media/admin/medias.page.tsx', 'members', 'staff', 'dashboard:content.read'],
  [
    '/dsb/age-settings',
    'verifications/age-settings/age-settings.page.tsx',
    'members',
    'staff',
    'dashboard:settings.read',
  ],
  ['/dsb/team', 'team/admin/team.page.tsx', 'members', 'staff', 'dashboard:team.read'],
  ['/dsb/packs', 'packs/packs.page.tsx', 'members', 'staff', 'dashboard:packs.decide'],
  ['/dsb/audit', 'audit/admin/audit.page.tsx', 'members', 'staff', 'dashboard:audit.read'],

  ['/account/forgot', 'auth/links/forgot.page.tsx', 'everyone', 'never'],
  ['/account/reset', 'auth/links/reset.page.tsx', 'everyone', 'never'],
  ['/account/remove', 'auth/links/remove.page.tsx', 'everyone', 'never'],
  ['/account/google', 'auth/social/return.page.tsx', 'everyone', 'never'],
  ['/account/facebook', 'auth/social/return.page.tsx', 'everyone', 'never'],
  ['/account/twitter', 'auth/social/return.page.tsx', 'everyone', 'never'],
  ['/account/confirm', 'auth/links/confirm.page.tsx', 'everyone', 'never'],
  ['/account/team', 'team/join.page.tsx', 'everyone', 'plain'],
  ['/removal', 'removals/request.page.tsx', 'everyone', 'never'],
  ['/removal/follow', 'removals/status.page.tsx', 'everyone', 'never'],
  ['/help/contest', 'help/contest.page.tsx', 'everyone', 'never'],
  ['/transparency', 'transparency/transparency.page.tsx', 'everyone', 'never'],
  ['/performer', 'verifications/performers/answer.page.tsx', 'everyone', 'never'],
  ['/settings/data', 'exports/data.page.tsx', 'members', 'never'],
  ['/account/terms', 'publics/policies/policy.page.tsx', 'everyone', 'never'],
  ['/account/privacy', 'publics/policies/policy.page.tsx', 'everyone', 'never'],
  ['/account/cookies', 'publics/policies/policy.page.tsx', 'everyone', 'never'],
  ['/account/contract', 'publics/policies/policy.page.tsx', 'members', 'never'],
  ['/dsb/fraud/settings', 'fraud/admin/fraud-settings.page.tsx', 'members', 'staff'],
  ['/dsb/review-settings', 'reviews/admin/review-settings.page.tsx', 'members', 'staff'],
  ['/dsb/users/:userId', 'user/admin/user.page.tsx', 'members', 'staff'],
  ['/dsb/producer/:token?', 'verifications/admin/addresses.page.ts', 'members', 'staff'],
  ['/dsb/performers', 'verifications/admin/addresses.page.ts', 'members', 'staff'],
  ['/dsb/age', 'verifications/admin/addresses.page.ts', 'members', 'staff'],
  ['/account/login', './aliases.page.ts', 'everyone', 'never'],
  ['/account/register', './aliases.page.ts', 'everyone', 'never'],
  ['/account/password', './aliases.page.ts', 'everyone', 'never'],
  ['/account/unsubscribe', 'notifications/unsubscribe.page.tsx', 'everyone', 'never'],
  ['/account/age', 'verifications/age/age.page.tsx', 'everyone', 'never'],
  ['/account/age/return', 'verifications/age/return.page.tsx', 'everyone', 'never'],

  // No page at all: a 404, not a secret.
  ['/*', './errors/not-found.page.tsx', 'everyone', 'content'],
  ['/account/preferences', './preferences.page.ts', 'everyone', 'plain'],
] as const satisfies readonly Page[];
