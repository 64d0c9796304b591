// Where a person wanted to go when they had to log in first, and how that survives the log-in.

const HERE = 'http://here.invalid';

/**
 * A path of this site, encoded as a Location header needs it; anything else becomes the home page.
 */
export const safePath = (path: unknown): string => {
  if (typeof path !== 'string' || !path.startsWith('/') || !URL.canParse(path, HERE)) return '/';
  const { origin, pathname, search } = new URL(path, HERE);
  return origin === HERE && !pathname.startsWith('//') ? `${pathname}${search}` : '/';
};

const PARAMETER = 'returnTo';
const DIALOG = 'dialog';
const REASON = 'for';

/** The reasons to ask for an account, which the dialogs say. */
export const REASONS = [
  'unlock',
  'subscribe',
  'tip',
  'follow',
  'like',
  'save',
  'comment',
  'publish',
] as const;
export type Reason = (typeof REASONS)[number];

/** The home page with the log-in dialog, which leads to `address` (path and query) afterwards. */
export const logInFor = (address: string): string =>
  `/?${new URLSearchParams({ [DIALOG]: 'login', [PARAMETER]: address })}`;

/**
 * The query `search` with the registration dialog, which says the reason and leads to `page` (path
 * and query) afterwards, or back to where it opened.
 */
export const joinAddress = (
  search: string,
  { reason, page }: { reason?: Reason; page?: string },
): string => {
  const query = new URLSearchParams(search);
  query.set(DIALOG, 'register');
  query.delete(REASON);
  query.delete(PARAMETER);
  if (reason) query.set(REASON, reason);
  if (page) query.set(PARAMETER, page);
  return `?${query}`;
};

/** Why an address asks for an account; null when it does not say. */
export const joinReason = (search: string): Reason | null => {
  const asked = new URLSearchParams(search).get(REASON);
  return REASONS.find((reason) => reason === asked) ?? null;
};

/** The page that an address names as the one to return to; null when it names none. */
export const returnAddress = (search: string): string | null => {
  const asked = new URLSearchParams(search).get(PARAMETER);
  return asked === null ? null : safePath(asked);
};

/**
 * `place` with the page to return to that the query `search` names; `place` itself when it is no
 * dialog or the query names none.
 */
export const withReturn = (place: string, search: string): string => {
  const address = returnAddress(search);
  return address === null || !place.includes('?')
    ? place
    : `${place}&${new URLSearchParams({ [PARAMETER]: address })}`;
};

/**
 * The query of a page once its dialog is closed: who closes it gives up the page that was asked
 * for.
 */
export const withoutDialog = (search: string): string => {
  const rest = new URLSearchParams(search);
  rest.delete(DIALOG);
  rest.delete(PARAMETER);
  rest.delete(REASON);
  return rest.size > 0 ? `?${rest}` : '';
};

/** Where log-in or registration at this address leads. */
export const afterLogIn = ({ pathname, search }: { pathname: string; search: string }): string =>
  returnAddress(search) ?? pathname + withoutDialog(search);

/**
 * The page of age for a person at `address`, who comes back to where they were, with the dialog
 * that was open.
 */
export const proveAgeFor = (agePage: string, address: string): string => {
  const [pathname = '/', query = ''] = safePath(address).split('?', 2);
  const wanted = afterLogIn({ pathname, search: query });
  const dialog = new URLSearchParams(query).get(DIALOG);
  const reason = joinReason(query);
  const rest = new URLSearchParams({
    ...(dialog !== null && { [DIALOG]: dialog }),
    ...(reason !== null && { [REASON]: reason }),
    ...(wanted !== '/' && { [PARAMETER]: wanted }),
  });
  return rest.size > 0 ? `${agePage}?${rest}` : agePage;
};

const KEPT = 'camarim.returnTo';

/** Kept in this tab while the browser is at an identity provider. */
export const storeReturn = (address: string): void => sessionStorage.setItem(KEPT, address);

/** What was kept, once; the home page when nothing was. */
export const takeReturn = (): string => {
  const kept = safePath(sessionStorage.getItem(KEPT));
  sessionStorage.removeItem(KEPT);
  return kept;
};
