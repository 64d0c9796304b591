// Language and theme: plain forms, so that they work without JavaScript too.
import { LOCALES } from '@camarim/contract/limits';
import { Form, useFetcher, useLocation } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { PREFERENCES_PATH, THEMES, type Theme } from '../../client/preferences.ts';
import { useSession } from '../../client/session/session.ts';
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

export const ThemeChoice = () => {
  const { preferences } = useSession();
  const fetcher = useFetcher();
  const chosen = (fetcher.formData?.get('theme') as Theme | null) ?? preferences.theme;
  const texts: Record<Theme, string> = {
    dark: m.theme_dark(),
    light: m.theme_light(),
    system: m.theme_system(),
  };
  return (
    <fetcher.Form method="post" action={PREFERENCES_PATH} className={styles.choice}>
      <fieldset>
        <legend className={styles.legend}>{m.theme()}</legend>
        <div className={styles.options}>
          {THEMES.map((theme) => (
            <button
              key={theme}
              type="submit"
              name="theme"
              value={theme}
              aria-pressed={theme === chosen}
              className={styles.option}
              onClick={() => {
                document.documentElement.dataset['theme'] = theme;
              }}
            >
              {texts[theme]}
            </button>
          ))}
        </div>
      </fieldset>
    </fetcher.Form>
  );
};
