// The server's i18n texts: one per error code and per kind of notification, in every language.
import type { ErrorCode } from '@camarim/contract/errors';
import type { notificationType } from '@camarim/contract/features/notifications';
import { LOCALES, type Locale } from '@camarim/contract/limits';
import type { z } from 'zod';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

/** Portuguese is the product's first language, so its file says which texts there are. */
export type TextKey = keyof typeof pt;

type NotificationKey = `notification.${z.infer<typeof notificationType>}`;

// A code of the contract without a text, or a text that a language lacks, does not compile.
const catalogue: Record<Locale, Record<TextKey, string>> = {
  pt: pt satisfies Record<ErrorCode | NotificationKey, string>,
  en,
  es,
};

/**
 * What the `{name}`s of a text stand for. Numbers are written as the language does; amounts come
 * formatted.
 */
export type TextParams = Readonly<Record<string, string | number | undefined>>;

export const DEFAULT_LOCALE: Locale = 'pt';

const PLACEHOLDER = /\{(\w+)\}/g;
const NUMBERS: Record<Locale, Intl.NumberFormat> = {
  pt: new Intl.NumberFormat('pt-BR'),
  en: new Intl.NumberFormat('en-US'),
  es: new Intl.NumberFormat('es-419'),
};

/** The sentence `key` in a language. A parameter that was not given leaves nothing in its place. */
export const text = (locale: Locale, key: TextKey, params: TextParams = {}): string =>
  catalogue[locale][key].replace(PLACEHOLDER, (_, name: string) => {
    const value = params[name];
    return typeof value === 'number' ? NUMBERS[locale].format(value) : (value ?? '');
  });

/**
 * The first candidate whose two first letters are a language we speak, else Portuguese. Callers
 * give what they have, the strongest preference first: the `lang` header, the locale cookie, the
 * profile's default language.
 */
export const localeOf = (...candidates: unknown[]): Locale => {
  for (const candidate of candidates) {
    const language = typeof candidate === 'string' ? candidate.slice(0, 2).toLowerCase() : '';
    const known = LOCALES.find((locale) => locale === language);
    if (known) return known;
  }
  return DEFAULT_LOCALE;
};
