// What a visitor chose, kept in cookies so that the server renders it at once: language, theme, the
// gate, cookie notice.
import { LOCALE_COOKIE_DAYS, LOCALES, type Locale } from '@camarim/contract/limits';
import { DAY_SECONDS } from '@camarim/contract/time';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];

export type Preferences = {
  locale: Locale;
  theme: Theme;
  /** Said to be 18 or older. */
  adult: boolean;
  /** Answer to the cookie notice; null until given. */
  cookies: 'all' | 'essential' | null;
  /** The banner that asks to confirm the email was put away for today. */
  confirmLater: boolean;
};

export const DEFAULT_PREFERENCES: Preferences = {
  locale: 'pt',
  theme: 'dark',
  adult: false,
  cookies: null,
  confirmLater: false,
};

/** Where a form stores a choice (app/preferences.page). */
export const PREFERENCES_PATH = '/account/preferences';

const oneOf = <T extends string>(values: readonly T[], value: string | undefined): T | undefined =>
  values.find((known) => known === value);

/** Value of one cookie of a Cookie header (or of document.cookie). */
export const readCookie = (header: string | null, name: string): string | undefined => {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
};

export const readPreferences = (cookies: string | null): Preferences => ({
  locale: oneOf(LOCALES, readCookie(cookies, 'locale')) ?? DEFAULT_PREFERENCES.locale,
  theme: oneOf(THEMES, readCookie(cookies, 'theme')) ?? DEFAULT_PREFERENCES.theme,
  adult: readCookie(cookies, 'adult') === '1',
  cookies: oneOf(['all', 'essential'] as const, readCookie(cookies, 'cookies')) ?? null,
  confirmLater: readCookie(cookies, 'confirmLater') === '1',
});

/** The known choices among these fields: others are left out, wrong values too. */
export const chosenPreferences = (fields: {
  get(name: string): unknown;
}): Partial<Record<'locale' | 'theme' | 'adult' | 'cookies', string>> => {
  const read = (name: string) =>
    typeof fields.get(name) === 'string' ? (fields.get(name) as string) : undefined;
  const chosen = {
    locale: oneOf(LOCALES, read('locale')),
    theme: oneOf(THEMES, read('theme')),
    adult: oneOf(['1'] as const, read('adult')),
    cookies: oneOf(['all', 'essential'] as const, read('cookies')),
  };
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined));
};

/**
 * A choice as a cookie, for Set-Cookie or document.cookie. Kept as long as the locale's
 * (specification section 9).
 */
export const preferenceCookie = (
  name: string,
  value: string,
  secure: boolean,
  maxAgeSeconds = LOCALE_COOKIE_DAYS * DAY_SECONDS,
): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure ? '; Secure' : ''}`;
