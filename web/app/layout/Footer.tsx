// Legal pages and help, which open in a new tab, and the operator's lines. Source: specification
// section 2, footer.
import { HOUR_MS } from '@camarim/contract/time';
import { m } from '../../paraglide/messages.js';
import { useSession } from '../../client/session/session.ts';
import { useNow } from '../../ui/display/use-now.ts';
import styles from './Footer.module.css';

export const Footer = () => {
  const { user, site } = useSession();
  const now = useNow(HOUR_MS);
  const links = [
    { to: '/account/terms', text: m.terms() },
    ...(user?.profile.producer ? [{ to: '/account/contract', text: m.contract() }] : []),
    { to: '/account/privacy', text: m.privacy() },
    { to: '/account/cookies', text: m.cookies() },
    { to: '/help', text: m.menu_help() },
    { to: '/removal', text: m.removal_short() },
    { to: '/transparency', text: m.transparency_title() },
    { to: site.contact, text: m.footer_contact() },
    { to: site.report, text: m.footer_report() },
  ];
  return (
    <footer className={styles.footer}>
      <ul className={styles.links}>
        {links.map(
          ({ to, text }) =>
            to && (
              <li key={text}>
                <a href={to} target="_blank" rel="noopener noreferrer">
                  {text}
                </a>
              </li>
            ),
        )}
      </ul>
      {/* The server's year may be another than the browser's. */}
      <p suppressHydrationWarning>{m.copyright({ year: new Date(now).getFullYear() })}</p>
      {site.company && <p className={styles.company}>{site.company}</p>}
    </footer>
  );
};
