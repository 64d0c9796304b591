// Code that loads late (dynamic imports): a version that was deployed since has dropped it, or a
// navigation aborted it. The page reloads at most once a minute. Source: specification section 8,
// chunk-load failure.
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { m } from '../paraglide/messages.js';
import { showToast } from '../ui/overlays/toasts.ts';
import { goTo } from './navigation.ts';

const RELOADED_AT = 'camarim.reloadedAt';
const RELOAD_EVERY_MS = 60_000;
/**
 * A navigation that has begun takes the document away within this time; a download begins like one
 * and does not.
 */
const LEAVING_MS = 15_000;
/** Firefox aborts imports just before it announces that the document is left. */
const ANNOUNCEMENT_MS = 1_000;

let leavingSince = Number.NEGATIVE_INFINITY;
/**
 * Set while this module's own reload begins, so that `onReload` does not count it a second time.
 */
let reloading = false;

const isLeaving = (): boolean => performance.now() - leavingSince < LEAVING_MS;
const mayReload = (): boolean =>
  Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) >= RELOAD_EVERY_MS;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Loads code. While the person is on the way to another page a failure is no fault of the version:
 * it is tried again if the page is still there afterwards.
 * @throws what the import rejected with, when it fails although the page stays.
 */
const loadWhileHere = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  try {
    return await load();
  } catch (error) {
    if (import.meta.env.SSR) throw error;
    await wait(ANNOUNCEMENT_MS);
    if (!isLeaving()) throw error;
  }
  await wait(LEAVING_MS);
  return load();
};

/**
 * Loads code that the page can't do without: when it is gone the page reloads, once a minute at
 * most.
 * @throws what the import rejected with, when it is too soon to reload.
 */
export const loadPart = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  try {
    return await loadWhileHere(load);
  } catch (error) {
    if (import.meta.env.SSR || !mayReload()) throw error;
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    reloading = true;
    window.location.reload();
    return new Promise(() => {});
  }
};

/** Loads code that the page does without: null when it is gone. */
export const loadOptionalPart = async <Part>(load: () => Promise<Part>): Promise<Part | null> => {
  try {
    return await loadWhileHere(load);
  } catch (error) {
    if (import.meta.env.SSR) throw error;
    reportError(error);
    return null;
  }
};

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** A component whose code loads late. When it is gone: one reload, then the error page. */
export const lazyPart = <Props extends object>(
  load: Load<Props>,
): LazyExoticComponent<ComponentType<Props>> => lazy(() => loadPart(load));

/**
 * A component whose code loads late and without which the page is still of use. When it is gone it
 * shows nothing.
 */
export const lazyOptionalPart = <Props extends object>(
  load: Load<Props>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => (await loadOptionalPart(load)) ?? { default: () => null });

/**
 * The router waits for a reload that does not come, whatever is pressed: from now on links are the
 * browser's own.
 */
const leaveLinksToBrowser = (): void => {
  window.addEventListener(
    'click',
    (event) => {
      if (event.target instanceof Element && event.target.closest('a[href]'))
        event.stopPropagation();
    },
    { capture: true },
  );
};

/**
 * For the code of a whole page the router asks for the reload itself, and would every time: it is
 * held back here.
 */
const onReload = (event: NavigateEvent): void => {
  if (event.navigationType !== 'reload' || event.userInitiated || reloading) return;
  // The import was aborted by a navigation, which the reload would cancel.
  if (isLeaving()) return event.preventDefault();
  if (mayReload()) return sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  event.preventDefault();
  showToast(m.load_failed(), 'error');
  leaveLinksToBrowser();
  // What is shown as under way ends.
  goTo(window.location.pathname + window.location.search);
};

const recordLeaving = (): void => {
  leavingSince = performance.now();
};

/** Watches navigations of the document, in browsers with and without the Navigation API. */
export const watchNavigations = (): void => {
  window.addEventListener('beforeunload', recordLeaving);
  window.addEventListener('pagehide', recordLeaving);
  // A page that the browser kept and shows again.
  window.addEventListener('pageshow', () => {
    leavingSince = Number.NEGATIVE_INFINITY;
  });
  // The development server reloads as often as it likes.
  if (import.meta.env.PROD) window.navigation?.addEventListener('navigate', onReload);
};
