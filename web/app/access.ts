// Who may open which page, and which pages the age gate stands before (specification section 2).
// One table for server, browser and gate.
import { matchPath } from 'react-router';
import type { User } from '../client/session/session.ts';
import { logInFor } from '../client/session/return-address.ts';

/** `earners`: approved producers, and suspended ones, who keep what they earned. */
type Audience = 'everyone' | 'members' | 'earners' | 'producers';

/**
 * `content`: adult content, so a proof of age comes first where the place asks for one. `plain`:
 * none, so only the press that the whole site wants where a press is enough. `never`: for a person
 * without an account who came by an email.
 */
type Gate = 'content' | 'plain' | 'never';

type Access = readonly [Audience, Gate];

const PAGES: Readonly<Record<string, Access>> = {
  '/': ['everyone', 'content'],
  '/:username': ['everyone', 'content'],
  '/search': ['members', 'content'],
  '/tags/:tag': ['members', 'content'],
  '/posts/saved': ['members', 'content'],

  '/account/login': ['everyone', 'plain'],
  '/account/register': ['everyone', 'plain'],
  '/account/password': ['everyone', 'plain'],
  '/account/facebook': ['everyone', 'plain'],
  '/account/google': ['everyone', 'plain'],
  '/account/twitter': ['everyone', 'plain'],
  '/account/forgot': ['everyone', 'plain'],
  '/account/reset': ['everyone', 'plain'],
  '/account/confirm': ['everyone', 'plain'],
  '/account/terms': ['everyone', 'plain'],
  '/account/privacy': ['everyone', 'plain'],
  '/account/cookies': ['everyone', 'plain'],
  '/account/remove': ['everyone', 'plain'],
  '/account/request': ['everyone', 'plain'],
  '/account/age': ['everyone', 'plain'],
  '/account/preferences': ['everyone', 'plain'],
  '/account/contract': ['members', 'plain'],
  '/performer': ['everyone', 'never'],

  '/wallet': ['members', 'plain'],
  '/funds/receipts/:id': ['members', 'plain'],
  '/help': ['members', 'plain'],
  '/settings/subscriptions': ['members', 'plain'],
  '/settings/edit-profile': ['members', 'plain'],
  '/settings/notes': ['members', 'plain'],
  '/settings/follows': ['members', 'plain'],
  '/settings/change-password': ['members', 'plain'],
  '/settings/security': ['members', 'plain'],
  '/settings/sessions': ['members', 'plain'],
  '/settings/data': ['members', 'plain'],
  '/settings/blocked-profiles': ['members', 'plain'],

  '/bank': ['earners', 'plain'],
  '/earnings': ['earners', 'plain'],

  '/posts': ['producers', 'content'],
  '/posts/vault': ['producers', 'content'],
  '/posts/calendar': ['producers', 'content'],
  '/options': ['producers', 'content'],
  '/options/plan': ['producers', 'plain'],
  '/settings/geoblocking': ['producers', 'plain'],
  '/settings/performers': ['producers', 'plain'],

  '/dsb/transactions': ['members', 'content'],
  '/dsb/medias': ['members', 'content'],
  '/dsb/debts': ['members', 'content'],
  '/dsb/help': ['members', 'content'],
  '/dsb/reports': ['members', 'content'],
  '/dsb/age': ['members', 'content'],
  '/dsb/performers': ['members', 'content'],
  '/dsb/producer/:token?': ['members', 'content'],

  // No page at all: a 404, not a secret.
  '/*': ['everyone', 'content'],
};

/** A page that the table lacks is closed to visitors and behind the gate. */
const UNKNOWN: Access = ['members', 'content'];

const isIn = (audience: Audience, { profile: { producer, producerStage } }: User): boolean =>
  audience === 'producers'
    ? producer
    : audience === 'earners'
      ? producer || producerStage === 'suspended'
      : true;

/**
 * Where a viewer is redirected who may not open this page, requested by `address` (path and query);
 * null when they may.
 */
export const redirectOf = (
  routePattern: string,
  user: User | null,
  address: string,
): string | null => {
  // The router gives patterns without their first slash, the home page's aside.
  const [audience] =
    PAGES[routePattern.startsWith('/') ? routePattern : `/${routePattern}`] ?? UNKNOWN;
  if (!user) return audience === 'everyone' ? null : logInFor(address);
  return isIn(audience, user) ? null : '/';
};

/** What the gate does before the page at this path. */
export const gateOf = (pathname: string): Gate => {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  const pattern =
    path in PAGES
      ? path
      : Object.keys(PAGES).find((one) => one.includes('/:') && matchPath(one, path) !== null);
  return (PAGES[pattern ?? '/*'] ?? UNKNOWN)[1];
};

/** Every pattern of the table. */
export const PATTERNS: readonly string[] = Object.keys(PAGES);
