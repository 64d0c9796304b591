// Who may open which page, and which pages the age gate stands before, on the server and in the
// browser.
import { matchPath } from 'react-router';
import type { User } from '../client/session/session.ts';
import { type Audience, type Gate, PAGES } from './pages.ts';
import { logInFor } from '../client/session/return-address.ts';

const RULES: ReadonlyMap<string, readonly [Audience, Gate]> = new Map(
  PAGES.map(([path, , audience, gate]) => [path, [audience, gate]]),
);

/** A page that the table lacks is closed to visitors and behind the gate. */
const UNKNOWN: readonly [Audience, Gate] = ['members', 'content'];

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
    RULES.get(routePattern.startsWith('/') ? routePattern : `/${routePattern}`) ?? UNKNOWN;
  if (!user) return audience === 'everyone' ? null : logInFor(address);
  return isIn(audience, user) ? null : '/';
};

/** What the gate does before the page at this path. */
export const gateOf = (pathname: string): Gate => {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  const pattern = RULES.has(path)
    ? path
    : [...RULES.keys()].find((one) => one.includes('/:') && matchPath(one, path) !== null);
  return (RULES.get(pattern ?? '/*') ?? UNKNOWN)[1];
};

/** `/dsb/producer` of `/dsb/producer/:token?`. */
export const addressOf = (path: string): string => path.replace(/\/:\w+\?$/, '');

const ADDRESSES: ReadonlySet<string> = new Set(PAGES.map(([path]) => addressOf(path)));

/** Whether a page is built: what leads to one that is not there yet stays hidden. */
export const pageExists = (address: string): boolean => ADDRESSES.has(address);
