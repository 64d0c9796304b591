// Cloudflare Turnstile in a form: its script is loaded when the form opens, and shows itself only
// when it has something to ask. Source: developers.cloudflare.com/turnstile, "Client-side
// rendering" and "Widget configurations".
import type { CaptchaAction, TurnstileChallenge } from '@camarim/contract/captcha';
import { getLocale } from '../../paraglide/runtime.js';
import { loadScript } from '../../shell/third-parties/load-script.ts';

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
  /** `true`: the failure is handled here, and the script does not write it to the console. */
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

/** Narrower than this the usual widget does not fit. */
const FLEXIBLE_MIN_PX = 300;
const LANGUAGES = { pt: 'pt-BR', en: 'en', es: 'es' } as const;

const themeOf = (chosen: string | undefined): Options['theme'] =>
  chosen === 'light' || chosen === 'dark' ? chosen : 'auto';

export type TurnstileEvents = {
  onToken: (token: string) => void;
  /** The person has to do something in the widget, which is shown now. */
  onQuestion: () => void;
  /** The token was not used in its five minutes, or the question not answered. */
  onExpired: () => void;
  onFailure: () => void;
};

/**
 * Shows the widget in `box`. Answers how to take it away again. Rejects when the script can't be
 * had.
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
  // An element of its own: what the script leaves behind in it goes with it.
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
