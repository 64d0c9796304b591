// Who may open which page (specification section 2, access redirects). One table for server and browser.
import { isAwaitingApproval, type User } from './session/session.ts';

/** Route patterns that anonymous visitors may open. */
const OPEN: ReadonlySet<string> = new Set([
  '/',
  '/:username',
  '/account/login',
  '/account/register',
  '/account/password',
  '/account/facebook',
  '/account/google',
  '/account/twitter',
  '/account/forgot',
  '/account/reset',
  '/account/confirm',
  '/account/terms',
  '/account/privacy',
  '/account/cookies',
  '/account/remove',
  '/account/request',
  '/account/age',
  '/account/preferences',
  '/performer',
  // No page at all: a 404, not a secret.
  '/*',
]);

/** What a producer who waits for approval may open: the four pages of the specification, and those without which nobody gets to them. */
const OPEN_WHILE_WAITING: ReadonlySet<string> = new Set(['/', '/settings/edit-profile', '/settings/change-password', '/help', '/account/preferences', '/account/confirm', '/account/age', '/performer', '/*']);

/** The studio: what these pages ask for is given to producers alone, and a refusal would log a member out. */
const PRODUCERS_ONLY: ReadonlySet<string> = new Set(['/posts', '/posts/vault', '/posts/calendar', '/earnings', '/bank', '/options', '/options/plan', '/settings/geoblocking', '/settings/performers']);

/** Where to send somebody who may not open this page; null when they may. */
export const redirectOf = (routePattern: string, user: User | null): string | null => {
  // The router gives patterns without their first slash, the home page's aside.
  const pattern = routePattern.startsWith('/') ? routePattern : `/${routePattern}`;
  if (!user) return OPEN.has(pattern) ? null : '/';
  // Whose request was rejected may ask again.
  if (pattern === '/account/request' && user.profile.producerStage === 'rejected') return null;
  if (!user.profile.producer && PRODUCERS_ONLY.has(pattern)) return '/';
  return isAwaitingApproval(user) && !OPEN_WHILE_WAITING.has(pattern) ? '/' : null;
};
