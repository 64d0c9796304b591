// The tag manager: a queue that its script reads, and an event for every page. Source:
// specification section 7.
import { loadScript } from './load-script.ts';

const PAGE_VIEW_AFTER_MS = 250;

const queue = (): object[] => {
  const holder = window as Window & { dataLayer?: object[] };
  holder.dataLayer ??= [];
  return holder.dataLayer;
};

export const startTagManager = (url: string): void => {
  queue().push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  loadScript(url).catch(reportError);
};

const LOGGED = 'camarim.logged';

/** Logging in reloads the page: the page after it reports the log-in. */
export const recordLogIn = (): void => sessionStorage.setItem(LOGGED, '1');

/** Reports once. Source: specification section 4, login success. */
export const reportLogIn = (): void => {
  if (sessionStorage.getItem(LOGGED) === null) return;
  sessionStorage.removeItem(LOGGED);
  queue().push({ event: 'logged' });
};

/** Addresses of the dashboard carry tokens and names of people who did not agree to anything. */
const isReported = (path: string): boolean => !path.startsWith('/dsb');

export const reportPageView = (path: string): void => {
  if (isReported(path))
    setTimeout(() => queue().push({ event: 'page-view', page: path }), PAGE_VIEW_AFTER_MS);
};
