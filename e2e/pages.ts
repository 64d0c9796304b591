// Every page of the router, and navigating to one as a link of the app does.
import { expect, type Page } from '@playwright/test';
import { PAGES as TABLE } from '../web/app/pages.ts';

/** Addresses of all pages, of one producer's too; a new page is among them by itself. */
export const PAGES: readonly string[] = TABLE.map(([path]) =>
  path
    .replace(':username', 'irisveludo')
    .replace(/\/:\w+\?/g, '')
    .replace(/:\w+/g, 'x'),
).filter(
  // The page of missing pages has no address of its own, and the preferences take forms only.
  (path) => path !== '/*' && path !== '/account/preferences',
);

type RouterState = { navigation: { state: string }; location: { pathname: string } };

/**
 * Goes to a page as a link of the app does: without loading a document. Returns the final address.
 */
export const goInside = async (page: Page, path: string): Promise<string> => {
  await page.evaluate((to) => {
    window.history.pushState({ idx: 1 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }));
  }, path);
  // The router's own window on what it is doing.
  const arrived = () =>
    page.evaluate(
      () =>
        (window as unknown as Record<string, { state: RouterState }>)['__reactRouterDataRouter']
          ?.state as RouterState,
    );
  await expect.poll(async () => (await arrived()).navigation.state).toBe('idle');
  return (await arrived()).location.pathname;
};

/** Goes to each; returns the final addresses. */
export const visit = async (
  page: Page,
  paths: readonly string[],
): Promise<Record<string, string>> => {
  const ends: Record<string, string> = {};
  for (const path of paths) ends[path] = await goInside(page, path);
  return ends;
};

export const allAtHome = (paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, '/']));
export const allThere = (paths: readonly string[]) =>
  Object.fromEntries(paths.map((path) => [path, path]));
