// How the walk over all pages sees each of them: whose browser, and at which address.
import { hasRight, type StaffRight, type StaffRole } from '../../contract/staff.ts';
import { PAGES } from '../../web/app/pages.ts';

type Path = (typeof PAGES)[number][0];

export const VIEWERS = ['visitor', 'fan', 'producer', 'owner'] as const;
export type Viewer = (typeof VIEWERS)[number];

/** Ids in addresses: a post of `irisveludo`, a receipt of the fan, and the account of the fan. */
export type Ids = { post: string; receipt: string; user: string };

type Visit = readonly [viewer: Viewer, address: string | ((ids: Ids) => string)];

/** Shows nothing of its own: it redirects to another page, or takes forms only. */
const NOTHING = 'nothing';

/**
 * For each page of the router: visits of the walk, the journey that visits it with the same checks,
 * or nothing to see. A page that this table lacks is an error of types, and fails the walk.
 */
export const VISITS: Record<Path, readonly Visit[] | { seenIn: string } | typeof NOTHING> = {
  '/': [
    ['visitor', '/'],
    ['visitor', '/?explore'],
    ['visitor', '/?dialog=register'],
    ['visitor', '/?dialog=login'],
    ['fan', '/'],
    ['producer', '/'],
  ],
  '/:username': [
    ['visitor', '/irisveludo'],
    ['fan', '/irisveludo'],
    ['producer', '/irisveludo'],
  ],
  '/:username/posts/:id': [
    ['visitor', ({ post }) => `/irisveludo/posts/${post}`],
    ['fan', ({ post }) => `/irisveludo/posts/${post}`],
  ],
  '/:username/live': { seenIn: 'e2e/lives/screens.spec.ts' },
  '/tags/:tag': [['visitor', '/tags/ensaio']],
  '/funds/receipts/:id': [['fan', ({ receipt }) => `/funds/receipts/${receipt}`]],

  '/notifications': [['producer', '/notifications']],
  '/chats/:slug?': [
    ['fan', '/chats'],
    ['producer', '/chats'],
  ],
  '/wallet': [['fan', '/wallet']],
  '/settings/subscriptions': [['fan', '/settings/subscriptions']],
  '/settings/follows': [['fan', '/settings/follows']],
  '/posts/saved': [['fan', '/posts/saved']],
  '/collections/purchased': [['fan', '/collections/purchased']],
  '/search': [['visitor', '/search?q=luz']],
  '/account/request': [
    ['visitor', '/account/request'],
    ['fan', '/account/request'],
  ],
  '/live': { seenIn: 'e2e/lives/screens.spec.ts' },
  '/live/receipts': [['producer', '/live/receipts']],
  '/posts': [['producer', '/posts']],
  '/collections': [['producer', '/collections']],
  '/posts/calendar': [['producer', '/posts/calendar']],
  '/chats/broadcasts': [['producer', '/chats/broadcasts']],
  '/chats/automations': [['producer', '/chats/automations']],
  '/posts/vault': [['producer', '/posts/vault']],
  '/settings/performers': [['producer', '/settings/performers']],
  '/earnings': [['producer', '/earnings']],
  '/statistics': [['producer', '/statistics']],
  '/orders': [
    ['fan', '/orders'],
    ['producer', '/orders'],
  ],
  '/options/shows': [
    ['producer', '/options/shows'],
    ['producer', '/options/shows?tab=menu'],
    ['producer', '/options/shows?tab=programs'],
    ['producer', '/options/shows?tab=overlays'],
    ['producer', '/options/shows?tab=moderation'],
    ['producer', '/options/shows?tab=recordings'],
    ['producer', '/options/shows?tab=past'],
  ],
  '/options/plan': [['producer', '/options/plan']],
  '/bank': [['producer', '/bank']],
  '/audience': [['producer', '/audience']],
  '/lists': [['producer', '/lists']],
  '/settings/notes': [['fan', '/settings/notes']],
  '/settings/edit-profile': [['producer', '/settings/edit-profile']],
  '/settings/change-password': [['fan', '/settings/change-password']],
  '/settings/notifications': [['producer', '/settings/notifications']],
  '/settings/security': [['fan', '/settings/security']],
  '/settings/sessions': [['fan', '/settings/sessions']],
  '/settings/blocked-profiles': [['fan', '/settings/blocked-profiles']],
  '/options': [['producer', '/options']],
  '/settings/geoblocking': [['producer', '/settings/geoblocking']],
  '/help': [
    ['visitor', '/help'],
    ['fan', '/help'],
  ],

  '/dsb': [['owner', '/dsb']],
  '/dsb/todo': [['owner', '/dsb/todo']],
  '/dsb/reports': [['owner', '/dsb/reports']],
  '/dsb/reviews': [['owner', '/dsb/reviews']],
  '/dsb/removals': [['owner', '/dsb/removals']],
  '/dsb/users': [['owner', '/dsb/users']],
  '/dsb/lives': [['owner', '/dsb/lives']],
  '/dsb/verifications': [['owner', '/dsb/verifications']],
  '/dsb/legal-holds': [['owner', '/dsb/legal-holds']],
  '/dsb/help': [['owner', '/dsb/help']],
  '/dsb/orders': [['owner', '/dsb/orders']],
  '/dsb/transactions': [['owner', '/dsb/transactions']],
  '/dsb/fraud': [['owner', '/dsb/fraud']],
  '/dsb/debts': [['owner', '/dsb/debts']],
  '/dsb/medias': [['owner', '/dsb/medias']],
  '/dsb/age-settings': [['owner', '/dsb/age-settings']],
  '/dsb/team': [['owner', '/dsb/team']],
  '/dsb/packs': [['owner', '/dsb/packs']],
  '/dsb/audit': [['owner', '/dsb/audit']],

  '/account/forgot': [['visitor', '/account/forgot']],
  '/account/reset': [['visitor', '/account/reset']],
  '/account/remove': [
    ['visitor', '/account/remove'],
    ['fan', '/account/remove'],
  ],
  '/account/google': [['visitor', '/account/google']],
  '/account/facebook': NOTHING,
  '/account/twitter': NOTHING,
  '/account/confirm': [['visitor', '/account/confirm']],
  '/account/team': [
    ['visitor', '/account/team'],
    ['fan', '/account/team'],
  ],
  '/removal': [['visitor', '/removal']],
  '/removal/follow': [['visitor', '/removal/follow']],
  '/help/contest': [['visitor', '/help/contest']],
  '/transparency': [['visitor', '/transparency']],
  '/performer': [['visitor', '/performer']],
  '/settings/data': [['fan', '/settings/data']],
  '/account/terms': [['visitor', '/account/terms']],
  '/account/privacy': [['visitor', '/account/privacy']],
  '/account/cookies': [['visitor', '/account/cookies']],
  '/account/contract': [['producer', '/account/contract']],
  '/dsb/fraud/settings': [['owner', '/dsb/fraud/settings']],
  '/dsb/review-settings': [['owner', '/dsb/review-settings']],
  '/dsb/users/:userId': [['owner', ({ user }) => `/dsb/users/${user}`]],
  '/dsb/producer/:token?': NOTHING,
  '/dsb/performers': NOTHING,
  '/dsb/age': NOTHING,
  '/account/login': NOTHING,
  '/account/register': NOTHING,
  '/account/password': NOTHING,
  '/account/unsubscribe': [['visitor', '/account/unsubscribe']],
  '/account/age': [['visitor', '/account/age']],
  '/account/age/return': [['visitor', '/account/age/return']],
  '/*': [['visitor', '/no/such/page']],
  '/account/preferences': NOTHING,
};

/** Each visit of a viewer, in the order of the table. */
export const visitsOf = (viewer: Viewer, ids: Ids): string[] =>
  Object.values(VISITS)
    .flatMap((visits): readonly Visit[] => (Array.isArray(visits) ? visits : []))
    .filter(([who]) => who === viewer)
    .map(([, address]) => (typeof address === 'string' ? address : address(ids)));

const DASHBOARD = 'dashboard:';

/** The pages in the dashboard's menu that the role may open. */
export const visitsOfRole = (role: StaffRole): string[] =>
  PAGES.flatMap(([path, , , , entry]) =>
    entry?.startsWith(DASHBOARD) && hasRight(role, entry.slice(DASHBOARD.length) as StaffRight)
      ? [path]
      : [],
  );
