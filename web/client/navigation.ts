// Going to other pages, and to the dialogs that have an address, from anywhere.
import { type NavigateFunction, useLocation } from 'react-router';

/** Dialogs that a link can open: `?dialog=login`. Back closes them. */
export type AddressedDialog = 'login' | 'register';

let navigate: NavigateFunction | undefined;

/** Called by the root once it is on screen. */
export const installNavigation = (installed: NavigateFunction): void => {
  navigate = installed;
};

/** For code outside of React; components use links. */
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

/** Address of this page with the dialog over it. */
export const useDialogAddress = (name: AddressedDialog): { pathname: string; search: string } => {
  const { pathname, search } = useLocation();
  return { pathname, search: withDialog(search, name) };
};

/** Sends a visitor to log in for an act of members. */
export const askToLogIn = (): void => {
  void navigate?.(
    { search: withDialog(window.location.search, 'login') },
    { preventScrollReset: true },
  );
};
