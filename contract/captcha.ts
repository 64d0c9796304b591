// What a captcha is solved for. A provider that binds its tokens to an action is given this name by
// the page and says it back to the server.

/** At most 32 ASCII letters, digits, `_` and `-`, as Turnstile takes them. */
const CAPTCHA_ACTIONS = [
  'register',
  'log-in',
  'forgot-password',
  'add-card',
  'report',
  'removal',
  'consent-link',
  'help',
] as const;
export type CaptchaAction = (typeof CAPTCHA_ACTIONS)[number];

/**
 * What GET /auth/captcha answers where Turnstile is configured; the proof of work answers altcha's
 * challenge instead.
 */
export type TurnstileChallenge = {
  provider: 'turnstile';
  siteKey: string;
  /** Address of the provider's script, for explicit rendering. */
  script: string;
};
