// The error catalogue (specification section 8): what the app does for every failure, in one place.
import { installTransport } from '../api/api.ts';
import { browserTransport } from '../api/browser-transport.ts';
import { ApiError, NetworkError } from '../api/errors.ts';
import { m } from '../../paraglide/messages.js';
import { showToast } from '../../ui/overlays/toasts.ts';
import { type Intent, openDialog } from '../dialogs.ts';
import { askToLogIn, goTo } from '../navigation.ts';
import { currentUser, endSession } from '../session/session.ts';

/** `data` of a 402. Source: product decisions, section 2. */
type Insufficient = { suggested?: number; intent?: Intent };

const onFailure = (error: ApiError | NetworkError, own: readonly number[]): void => {
  if (error instanceof NetworkError) return showToast(m.network_failed(), 'error');
  if (own.includes(error.status)) return;
  switch (error.status) {
    case 401:
      // A session that could not be renewed has already been ended by the transport.
      if (!currentUser()) askToLogIn();
      return;
    case 402: {
      const { suggested, intent } = (error.data ?? {}) as Insufficient;
      return openDialog('wallet', { ...(suggested !== undefined && { suggested }), ...(intent && { intent }) });
    }
    case 403:
      // The session may not do what its page offered: it is not what it was. Other refusals are about one thing.
      if (error.code.startsWith('auth.')) return void endSession();
      return showToast(error.message, 'error');
    case 404:
      showToast(error.message, 'error');
      return goTo('/');
    default:
      return showToast(error.message, 'error');
  }
};

const RELOADED_AT = 'camarim.reloadedAt';
const RELOAD_EVERY_MS = 60_000;

/** A new version was deployed and a piece of the old one is gone: load the page anew, at most once a minute. */
const reloadOnMissingChunk = (event: Event): void => {
  const last = Number(sessionStorage.getItem(RELOADED_AT));
  if (Date.now() - last < RELOAD_EVERY_MS) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  event.preventDefault();
  window.location.reload();
};

/** Handlers may let a refusal go: it has been told to the person already, so it is no fault. */
const forgiveTold = (event: PromiseRejectionEvent): void => {
  const { reason } = event as { reason: unknown };
  if (reason instanceof ApiError || reason instanceof NetworkError || (reason instanceof Error && reason.name === 'NotProved') || (reason instanceof DOMException && reason.name === 'AbortError')) event.preventDefault();
};

export const watchFailures = (): void => {
  installTransport(browserTransport({ signedIn: () => currentUser() !== null, lost: () => void endSession() }), { message: showToast, failure: onFailure });
  window.addEventListener('vite:preloadError', reloadOnMissingChunk);
  window.addEventListener('unhandledrejection', forgiveTold);
};
