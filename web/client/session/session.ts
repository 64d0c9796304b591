// The viewer's session: for components by `useSession`, for code outside of React by `currentUser`.
import type { Hooks, PageHost } from '@camarim/contract/page-host';
import type { ProfileId } from '@camarim/contract/ids';
import type { ViewAs } from '@camarim/contract/limits';
import { SAO_PAULO } from '@camarim/contract/time';
import { createContext, use } from 'react';
import { useRouteLoaderData } from 'react-router';
import { readCookie } from '../preferences.ts';
import { call, type Data } from '../api/api.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../preferences.ts';
import { endPushHere } from './push.ts';

export type User = Data<'GET /auth'>;
export type Session = {
  user: User | null;
  preferences: Preferences;
  publicUrl: string;
  /** What the age gate asks for here, and whether this browser has passed it. */
  age: PageHost['age'];
  hooks: Hooks | null;
  /** What the footer says of the operator. */
  site: PageHost['site'];
  /** Identity providers for social log-in. */
  identities: PageHost['identities'];
};

const ANONYMOUS: Session = {
  user: null,
  preferences: DEFAULT_PREFERENCES,
  publicUrl: '',
  age: { requires: 'verified', proven: false, offers: [], contestable: false },
  identities: [],
  site: {},
  hooks: null,
};

/** As whom a producer looks at their own page; null everywhere else. */
export const SeenAs = createContext<ViewAs | null>(null);

/** An account that owns nothing of what the page shows. */
const asAnother = (user: User): User => ({
  ...user,
  profile: { ...user.profile, id: '' as ProfileId, producer: false },
});

/**
 * The session as the root loaded it; anonymous when the root itself failed. Under `SeenAs` that of
 * the person as whom the page is seen.
 */
export const useSession = (): Session => {
  const session = (useRouteLoaderData('root') as Session | undefined) ?? ANONYMOUS;
  const seenAs = use(SeenAs);
  if (seenAs === null) return session;
  return {
    ...session,
    user: seenAs === 'visitor' ? null : session.user && asAnother(session.user),
  };
};

/** The zone by which the person here plans; Brasília's for visitors. */
export const useTimeZone = (): string => useSession().user?.profile.timeZone ?? SAO_PAULO;

let user: User | null = null;

/** Called by the root on every change. */
export const rememberUser = (present: User | null): void => {
  user = present;
};

export const currentUser = (): User | null => user;

/**
 * Where the tab keeps the token of an invitation to the team, which is for the next account, too.
 */
export const INVITATION_TOKEN = 'teamInvitation';

/** Forgets what the tab keeps for its person. */
const forgetTab = (): void => {
  const invitation = sessionStorage.getItem(INVITATION_TOKEN);
  sessionStorage.clear();
  if (invitation !== null) sessionStorage.setItem(INVITATION_TOKEN, invitation);
};

/**
 * Another person has logged in since this page was loaded, in another tab: its calls would be
 * theirs. The page is loaded again. False while the cookies are those of the page, and of a
 * visitor.
 */
export const leaveToOtherAccount = (): boolean => {
  const present = readCookie(document.cookie, 'userId');
  if (user === null || present === undefined || present === user.id) return false;
  forgetTab();
  const { pathname, search, hash } = window.location;
  // By its address: a reload would count as one for a missing piece (load-part). With a hash, which
  // may be the token of a link, the same address would not be loaded.
  if (hash === '') window.location.replace(pathname + search);
  else window.location.reload();
  return true;
};

/**
 * Asked to become a producer and is none: waits, was rejected, or is suspended. What is theirs
 * stays open to them; the studio is closed.
 */
export const isRestricted = (person: User | null): boolean =>
  person !== null && person.profile.activeCam && !person.profile.producer;

let removed = false;

/**
 * The account was removed and the page says so: calls and the connection that are refused from now
 * on must not take that page away.
 */
export const forgetSession = (): void => {
  user = null;
  removed = true;
  localStorage.clear();
  forgetTab();
};

/** Logs out here and on the server, and starts again at home. */
export const endSession = async (): Promise<void> => {
  if (removed || leaveToOtherAccount()) return;
  user = null;
  await endPushHere();
  localStorage.clear();
  forgetTab();
  // Whatever the server answers, the person leaves.
  await call('POST /auth/logout', { handled: [401, 403, 429, 500, 503] }).catch(reportError);
  window.location.assign('/');
};

/**
 * Cookie of the referral that brought the visitor; sent with every call (specification section 7).
 */
export const storeReferral = (): void => {
  const code = new URLSearchParams(window.location.search).get('ref');
  if (!code || !/^[\w-]{1,64}$/.test(code) || readCookie(document.cookie, 'ref')) return;
  document.cookie = `ref=${code}; Path=/; Max-Age=604800; SameSite=Lax`;
};
