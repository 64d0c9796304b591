// The error catalogue (specification section 8): what the app does for every failure, in one place.
import { installTransport } from './api/api.ts';
import { browserTransport } from './api/browser-transport.ts';
import { ApiError, NetworkError } from './api/errors.ts';
import { m } from '../paraglide/messages.js';
import { showToast } from '../ui/overlays/toasts.ts';
import { openDialog } from './dialogs.ts';
import type { Intent } from './sales.ts';
import { goTo } from './navigation.ts';
import { currentUser, endSession, leaveToOtherAccount } from './session/session.ts';
import { watchNavigations } from './load-part.ts';

/** `data` of a 402. Source: product decisions, section 2. */
type InsufficientFunds = { suggested?: number; intent?: Intent };

const onFailure = (error: ApiError | NetworkError, own: readonly number[]): void => {
  if (own.includes(error instanceof NetworkError ? 0 : error.status)) return;
  if (error instanceof NetworkError) return showToast(m.network_failed(), 'error');
  switch (error.status) {
    case 401:
      // A session that could not be renewed has already been ended by the transport. Visitors
      // make no such call: components send them to log in first.
      if (!currentUser()) void endSession();
      return;
    case 402: {
      const { suggested, intent } = (error.data ?? {}) as InsufficientFunds;
      return openDialog('wallet', {
        ...(suggested !== undefined && { suggested }),
        ...(intent && { intent }),
      });
    }
    case 403:
      // The role of the session has changed since the page was loaded. Other codes are about one
      // thing.
      if (error.code.startsWith('auth.')) return void endSession();
      return showToast(error.message, 'error');
    case 404:
      showToast(error.message, 'error');
      return goTo('/');
    default:
      return showToast(error.message, 'error');
  }
};

/** Unhandled refusals that the catalogue has reported already are no faults. */
const ignoreReported = (event: PromiseRejectionEvent): void => {
  const { reason } = event as { reason: unknown };
  if (
    reason instanceof ApiError ||
    reason instanceof NetworkError ||
    (reason instanceof Error && reason.name === 'NotProved') ||
    (reason instanceof DOMException && reason.name === 'AbortError')
  )
    event.preventDefault();
};

export const watchFailures = (): void => {
  installTransport(
    browserTransport({
      signedIn: () => currentUser() !== null,
      lost: () => void endSession(),
      replaced: leaveToOtherAccount,
    }),
    { message: showToast, failure: onFailure },
  );
  watchNavigations();
  window.addEventListener('unhandledrejection', ignoreReported);
};
