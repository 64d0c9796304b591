// A new version was deployed and a piece of the old one is gone: the page is loaded anew, at most once a minute.
// Source: specification section 8, chunk-load failure.
import { m } from '../../paraglide/messages.js';
import { showToast } from '../../ui/overlays/toasts.ts';
import { goTo } from '../navigation.ts';

const RELOADED_AT = 'camarim.reloadedAt';
const RELOAD_EVERY_MS = 60_000;

const mayReload = (): boolean => Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) >= RELOAD_EVERY_MS;

/** A part of a page that loads late. When it is too soon to reload, the error page takes over. */
const onMissingPart = (event: Event): void => {
  if (!mayReload()) return;
  event.preventDefault();
  window.location.reload();
};

/** The router waits for a reload that does not come, whatever is pressed: from now on links are the browser's own. */
const leaveLinksToBrowser = (): void => {
  window.addEventListener(
    'click',
    (event) => {
      if (event.target instanceof Element && event.target.closest('a[href]')) event.stopPropagation();
    },
    { capture: true },
  );
};

/** For the code of a whole page the router asks for the reload itself, and would every time: it is held back here. */
const onReload = (event: NavigateEvent): void => {
  if (event.navigationType !== 'reload' || event.userInitiated) return;
  if (mayReload()) return sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  event.preventDefault();
  showToast(m.load_failed(), 'error');
  leaveLinksToBrowser();
  // What is shown as under way ends.
  goTo(window.location.pathname + window.location.search);
};

export const watchMissingPieces = (): void => {
  window.addEventListener('vite:preloadError', onMissingPart);
  // The development server reloads as often as it likes.
  if (import.meta.env.PROD) window.navigation?.addEventListener('navigate', onReload);
};
