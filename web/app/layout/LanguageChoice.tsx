// The choice of the language: a plain form, so that it works without JavaScript too.
import { LOCALES } from '@camarim/contract/limits';
import { Form, useLocation } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { PREFERENCES_PATH } from '../../client/preferences.ts';
import styles from '../../ui/layout/choices.module.css';

/** Languages are named in themselves. */
const LANGUAGES = { pt: 'Português', en: 'English', es: 'Español' } as const;

export const LanguageChoice = () => {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={PREFERENCES_PATH} reloadDocument className={styles.choice}>
      <input type="hidden" name="back" value={pathname + search} />
      <fieldset>
        <legend className={styles.legend}>{m.language()}</legend>
        <div className={styles.options}>
          {LOCALES.map((locale) => (
            <button
              key={locale}
              type="submit"
              name="locale"
              value={locale}
              lang={locale}
              aria-pressed={locale === getLocale()}
              className={styles.option}
            >
              {LANGUAGES[locale]}
            </button>
          ))}
        </div>
      </fieldset>
    </Form>
  );
};
