// The age gate: visitors confirm that they are 18 or older before they see the site, or prove it
// where the law asks for that. Rendered by the server; confirming works without JavaScript.
import { Link, useFetcher, useLocation } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { MirrorFrame } from '../../ui/display/MirrorFrame.tsx';
import { LogoMark } from '../layout/Logo.tsx';
import { PREFERENCES_PATH } from '../../client/preferences.ts';
import { LanguageChoice } from '../layout/LanguageChoice.tsx';
import { useDialogAddress } from '../../client/navigation.ts';
import { proveAgeFor } from '../../client/session/return-address.ts';
import { useSession } from '../../client/session/session.ts';
import { ageWayTitle, learnedBy } from '../../features/verifications/index.ts';
import styles from './AdultConsent.module.css';
import { ADULT_FETCHER } from './use-gate.ts';

/** Where declining leads: away. */
const ELSEWHERE = 'https://www.google.com';

/** Pages that are open without a proof of age. */
const OpenPages = () => {
  const { user, site } = useSession();
  const login = useDialogAddress('login');
  const pages = [
    // Where the team sets how an age is proven: `/`, where a log-in leads, shows the gate alone.
    ...(user?.staffRole ? [{ to: '/dsb', text: m.dsb_overview_title() }] : []),
    { to: '/account/terms', text: m.terms() },
    { to: '/account/privacy', text: m.privacy() },
    { to: '/help', text: m.menu_help() },
    { to: '/removal', text: m.removal_short() },
  ];
  return (
    <nav aria-label={m.gate_open_pages()} className={styles.pages}>
      {!user && (
        <Link to={login} preventScrollReset>
          {m.login()}
        </Link>
      )}
      {pages.map(({ to, text }) => (
        <Link key={to} to={to}>
          {text}
        </Link>
      ))}
      {site.report && <a href={site.report}>{m.footer_report()}</a>}
    </nav>
  );
};

/** The ways that the place accepts, each with what it lets others learn. */
const WaysToProve = ({ at }: { at: string }) => {
  const { age } = useSession();
  const offers = age.offers.filter(({ id }) => id !== 'local');
  const page = proveAgeFor('/account/age', at);
  if (offers.length === 0)
    return (
      <p className={styles.small}>{age.offers.length > 0 ? m.gate_local() : m.gate_no_way()}</p>
    );
  return (
    <section aria-labelledby="ways" className={styles.ways}>
      <h2 id="ways" className={styles.small}>
        {age.offers.length > offers.length ? m.gate_local_others() : m.gate_verified()}
      </h2>
      <ul>
        {offers.map((offer) => (
          <li key={offer.id}>
            <Link to={page}>{ageWayTitle(offer)}</Link>
            <p className={styles.small}>{learnedBy(offer)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
};

export const AdultConsent = () => {
  const fetcher = useFetcher({ key: ADULT_FETCHER });
  const { pathname, search } = useLocation();
  const { age } = useSession();
  const byPress = age.requires === 'declaration' || age.offers.some(({ id }) => id === 'local');
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
              {byPress ? m.gate_accept() : m.gate_prove()}
            </Button>
            <a href={ELSEWHERE} rel="noreferrer" className={styles.decline}>
              {m.gate_decline()}
            </a>
          </fetcher.Form>
          {age.requires === 'verified' ? (
            <WaysToProve at={pathname + search} />
          ) : (
            <p className={styles.small}>{m.gate_small()}</p>
          )}
        </div>
      </MirrorFrame>
      <OpenPages />
      <div className={styles.language}>
        <LanguageChoice />
      </div>
    </main>
  );
};
