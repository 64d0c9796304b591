// The choice of the theme; only the side menu has it, so that it does not load with the first page.
import { useFetcher } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { PREFERENCES_PATH, THEMES, type Theme } from '../../client/preferences.ts';
import { useSession } from '../../client/session/session.ts';
import styles from '../../ui/layout/choices.module.css';

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
