// A catalogue: values by key in every language. Texts and emails of features are such.
import { LOCALES, type Locale } from '@camarim/contract/limits';

export type Catalogue<T> = Readonly<Record<Locale, Readonly<Record<string, T>>>>;

/**
 * Several catalogues as one. Throws when two of them have the same key, of which one would be lost
 * without a trace, and when a language lacks a key that another has.
 */
export const combineCatalogues = <T>(
  what: string,
  catalogues: readonly Catalogue<T>[],
): Catalogue<T> => {
  const keys = catalogues.flatMap((one) => [
    ...new Set(LOCALES.flatMap((locale) => Object.keys(one[locale]))),
  ]);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw new Error(`two features have the ${what} ${twice}`);
  const combined = Object.fromEntries(
    LOCALES.map((locale) => [locale, Object.assign({}, ...catalogues.map((one) => one[locale]))]),
  ) as Record<Locale, Record<string, T>>;
  for (const key of keys)
    for (const locale of LOCALES)
      if (!Object.hasOwn(combined[locale], key))
        throw new Error(`the ${what} ${key} is missing in ${locale}`);
  return combined;
};
