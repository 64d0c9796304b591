// A day as a sentence in an email says it.
import type { Locale } from '@camarim/contract/limits';
import { SAO_PAULO } from '@camarim/contract/time';

const LOCALE_TAGS = { pt: 'pt-BR', en: 'en-US', es: 'es-419' } as const satisfies Record<
  Locale,
  string
>;

/** The day in São Paulo, written out in the reader's language. */
export const dayText = (at: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(LOCALE_TAGS[locale], { dateStyle: 'long', timeZone: SAO_PAULO }).format(
    at,
  );
