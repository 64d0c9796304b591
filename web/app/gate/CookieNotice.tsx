// Asks once which cookies are welcome; nothing beyond the essential is set before "all".
import { useFetcher, useLocation } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { PREFERENCES_PATH } from '../../client/preferences.ts';
import { useSession } from '../../client/session/session.ts';
import styles from './CookieNotice.module.css';

export const CookieNotice = () => {
  const { preferences } = useSession();
  const fetcher = useFetcher();
  const { pathname, search } = useLocation();
  if (preferences.cookies !== null || fetcher.formData) return null;
  return (
    <section aria-label={m.cookie_notice_title()} className={styles.notice}>
      <p className={styles.text}>
        <b>{m.cookie_notice_title()}</b> {m.cookie_notice_text()}
      </p>
      <fetcher.Form method="post" action={PREFERENCES_PATH} className={styles.actions}>
        <input type="hidden" name="back" value={pathname + search} />
        <Button type="submit" name="cookies" value="essential" small>
          {m.cookie_notice_essential()}
        </Button>
        <Button type="submit" name="cookies" value="all" variant="line" small>
          {m.cookie_notice_all()}
        </Button>
      </fetcher.Form>
    </section>
  );
};
