// The server's i18n texts: one per error code and per kind of notification, in every language. Each
// feature has its own; here are those of the platform.
import { LOCALES, type Locale } from '@camarim/contract/limits';
import type { Catalogue } from './catalogue.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

/** The keys of all texts; each feature adds its own in its declarations.ts. */
export interface TextKeys extends Record<keyof typeof pt, true> {}

export type TextKey = keyof TextKeys;

/**
 * The texts of a feature. Portuguese is the product's first language, so its file says which texts
 * there are; a text that another language lacks does not compile.
 */
export const defineTexts = <K extends string>(texts: {
  pt: Readonly<Record<K, string>>;
  en: Readonly<Record<NoInfer<K>, string>>;
  es: Readonly<Record<NoInfer<K>, string>>;
}): Catalogue<string> => texts;

export const platformTexts = defineTexts({ pt, en, es });

let catalogue = platformTexts;

/** Sets the texts that `text` finds: those of the platform and of all features. */
export const installTexts = (texts: Catalogue<string>): void => {
  catalogue = texts;
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

const sentenceOf = (locale: Locale, key: TextKey): string => {
  const sentence = catalogue[locale][key];
  if (sentence === undefined) throw new Error(`no feature has the text ${key}`);
  return sentence;
};

/** Whether some feature has the text: for keys that are made of stored words. */
export const isTextKey = (key: string): key is TextKey =>
  Object.hasOwn(catalogue[DEFAULT_LOCALE], key);

/** The sentence `key` in a language. A parameter that was not given leaves nothing in its place. */
export const text = (locale: Locale, key: TextKey, params: TextParams = {}): string =>
  sentenceOf(locale, key).replace(PLACEHOLDER, (_, name: string) => {
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
