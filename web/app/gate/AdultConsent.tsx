// The age gate: visitors confirm that they are 18 or older before they see the site. Rendered by
// the server, works without JavaScript.
import { useFetcher, useLocation } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { MirrorFrame } from '../../ui/display/MirrorFrame.tsx';
import { LogoMark } from '../layout/Logo.tsx';
import { PREFERENCES_PATH } from '../../client/preferences.ts';
import { LanguageChoice } from '../layout/LanguageChoice.tsx';
import { useSession } from '../../client/session/session.ts';
import styles from './AdultConsent.module.css';
import { ADULT_FETCHER } from './use-gate.ts';

/** Where declining leads: away. */
const ELSEWHERE = 'https://www.google.com';

export const AdultConsent = () => {
  const fetcher = useFetcher({ key: ADULT_FETCHER });
  const { pathname, search } = useLocation();
  const { age } = useSession();
  return (
    <main className={styles.gate}>
      <MirrorFrame className={styles.mirror}>
        <div className={styles.glass}>
          <p className={styles.brand}>
            <LogoMark />
            camarim
          </p>
          <p aria-hidden className={styles.age}>
            18+
          </p>
          <h1 className={styles.title}>{m.gate_title()}</h1>
          <p className={styles.text}>{m.gate_text()}</p>
          <fetcher.Form method="post" action={PREFERENCES_PATH} className={styles.actions}>
            <input type="hidden" name="adult" value="1" />
            <input type="hidden" name="back" value={pathname + search} />
            <Button type="submit" variant="main" fullWidth loading={fetcher.state !== 'idle'}>
              {m.gate_accept()}
            </Button>
            <a href={ELSEWHERE} rel="noreferrer" className={styles.decline}>
              {m.gate_decline()}
            </a>
          </fetcher.Form>
          <p className={styles.small}>
            {age.requires === 'verified'
              ? age.methods.includes('local')
                ? m.gate_local()
                : m.gate_verified()
              : m.gate_small()}
          </p>
        </div>
      </MirrorFrame>
      <div className={styles.language}>
        <LanguageChoice />
      </div>
    </main>
  );
};
