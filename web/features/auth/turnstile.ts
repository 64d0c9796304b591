// Cloudflare Turnstile in a form: its script is loaded when the form opens, and its widget is shown
// only for an interactive challenge. Source: developers.cloudflare.com/turnstile, "Client-side
// rendering" and "Widget configurations".
import type { CaptchaAction, TurnstileChallenge } from '@camarim/contract/captcha';
import { getLocale } from '../../paraglide/runtime.js';
import { loadScript } from '../../client/third-parties/load-script.ts';

type Options = {
  sitekey: string;
  action: string;
  language: string;
  theme: 'light' | 'dark' | 'auto';
  size: 'flexible' | 'compact';
  appearance: 'interaction-only';
  retry: 'never';
  'refresh-expired': 'never';
  'refresh-timeout': 'never';
  'response-field': false;
  callback: (token: string) => void;
  'before-interactive-callback': () => void;
  'expired-callback': () => void;
  'timeout-callback': () => void;
  'unsupported-callback': () => void;
  /** `true`: the failure is handled here, so the script does not log it. */
  'error-callback': (code: string) => true;
};

declare global {
  interface Window {
    turnstile?: {
      render: (container: HTMLElement, options: Options) => string | null | undefined;
      remove: (id: string) => void;
    };
  }
}

/** The minimum width of the usual widget. */
const FLEXIBLE_MIN_PX = 300;
const LANGUAGES = { pt: 'pt-BR', en: 'en', es: 'es' } as const;

const themeOf = (chosen: string | undefined): Options['theme'] =>
  chosen === 'light' || chosen === 'dark' ? chosen : 'auto';

export type TurnstileEvents = {
  onToken: (token: string) => void;
  /** The widget is shown because the person has to interact with it. */
  onQuestion: () => void;
  /** The token expired after five minutes, or the challenge timed out. */
  onExpired: () => void;
  onFailure: () => void;
};

/**
 * Renders the widget in `box` and returns the function that removes it. Rejects when the script
 * can't be loaded.
 */
export const showTurnstile = async (
  { siteKey, script }: TurnstileChallenge,
  action: CaptchaAction,
  box: HTMLElement,
  events: TurnstileEvents,
): Promise<() => void> => {
  await loadScript(script);
  const { turnstile } = window;
  if (!turnstile) throw new Error('the script of Turnstile did not begin');
  // A container of its own: whatever the script leaves in it is removed together with it.
  const holder = document.createElement('div');
  box.append(holder);
  const id = turnstile.render(holder, {
    sitekey: siteKey,
    action,
    language: LANGUAGES[getLocale()],
    theme: themeOf(document.documentElement.dataset['theme']),
    size: holder.clientWidth < FLEXIBLE_MIN_PX ? 'compact' : 'flexible',
    appearance: 'interaction-only',
    retry: 'never',
    'refresh-expired': 'never',
    'refresh-timeout': 'never',
    'response-field': false,
    callback: events.onToken,
    'before-interactive-callback': events.onQuestion,
    'expired-callback': events.onExpired,
    'timeout-callback': events.onExpired,
    'unsupported-callback': events.onFailure,
    'error-callback': () => {
      events.onFailure();
      return true;
    },
  });
  return () => {
    if (id) turnstile.remove(id);
    holder.remove();
  };
};
