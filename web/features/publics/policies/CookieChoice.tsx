// Changes the answer to the cookie notice. The page is loaded again: what was agreed to runs, what
// was taken back is gone.
import { Form, useLocation } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { PREFERENCES_PATH } from '../../../client/preferences.ts';
import styles from '../../../ui/layout/choices.module.css';
import { useSession } from '../../../client/session/session.ts';

export const CookieChoice = () => {
  const { preferences } = useSession();
  const { pathname } = useLocation();
  const choices = [
    { value: 'essential', text: m.cookie_notice_essential() },
    { value: 'all', text: m.cookie_notice_all() },
  ];
  return (
    <Form method="post" action={PREFERENCES_PATH} reloadDocument className={styles.choice}>
      <input type="hidden" name="back" value={pathname} />
      <fieldset>
        <legend className={styles.legend}>{m.cookie_choice()}</legend>
        <div className={styles.options}>
          {choices.map(({ value, text }) => (
            <button
              key={value}
              type="submit"
              name="cookies"
              value={value}
              aria-pressed={preferences.cookies === value}
              className={styles.option}
            >
              {text}
            </button>
          ))}
        </div>
      </fieldset>
    </Form>
  );
};
