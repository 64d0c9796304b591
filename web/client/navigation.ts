// Going to other pages, and to the dialogs that have an address, from anywhere.
import { type NavigateFunction, useLocation } from 'react-router';
import { joinAddress, type Reason } from './session/return-address.ts';
import { savePendingAction } from './session/pending-action.ts';

/** Dialogs that a link can open: `?dialog=login`. Back closes them. */
export type AddressedDialog = 'login' | 'register';

/** A producer's composer, with the focus in its text. */
export const NEW_POST_PATH = '/posts#new';

let navigate: NavigateFunction | undefined;

/** Called by the root once it is on screen. */
export const installNavigation = (installed: NavigateFunction): void => {
  navigate = installed;
};

/** Goes to a page, for code outside of React; components use links. */
export const goTo = (path: string): void => {
  if (navigate) void navigate(path, { viewTransition: true });
  else window.location.assign(path);
};

let isPage: (path: string) => boolean = () => false;

/** Called once with the app's table of pages, which features don't know. */
export const installPages = (installed: typeof isPage): void => {
  isPage = installed;
};

/** Whether a page is built: what leads to one that is not there yet stays hidden. */
export const pageExists = (path: string): boolean => isPage(path);

const withDialog = (search: string, name: AddressedDialog): string => {
  const query = new URLSearchParams(search);
  query.set('dialog', name);
  return `?${query}`;
};

/** Address of this page with registration over it, for the request to become a producer. */
export const usePublishAddress = (): { pathname: string; search: string } => {
  const { pathname, search } = useLocation();
  return {
    pathname,
    search: joinAddress(search, { reason: 'publish', page: '/account/request' }),
  };
};

/** Address of this page with the dialog over it. */
export const useDialogAddress = (name: AddressedDialog): { pathname: string; search: string } => {
  const { pathname, search } = useLocation();
  return { pathname, search: withDialog(search, name) };
};

/**
 * Asks a visitor to create an account, or to log in, for an act of members. `act` names it for
 * `usePendingAction`, which offers it again afterwards.
 */
export const askToJoin = (reason: Reason, act: string): void => {
  savePendingAction(act);
  void navigate?.(
    { search: joinAddress(window.location.search, { reason }) },
    { preventScrollReset: true },
  );
};

/** Asks a visitor to create an account, or to log in, for a page of members. */
export const askToJoinFor = (page: string): void => {
  void navigate?.(
    { search: joinAddress(window.location.search, { page }) },
    { preventScrollReset: true },
  );
};
