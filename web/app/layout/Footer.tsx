// Legal pages and the year; links open in a new tab.
import { m } from '../../paraglide/messages.js';
import { useSession } from '../../client/session/session.ts';
import styles from './Footer.module.css';

const YEAR = new Date().getFullYear();

export const Footer = () => {
  const { user } = useSession();
  const links = [
    { to: '/account/terms', text: m.terms() },
    ...(user?.profile.producer ? [{ to: '/account/contract', text: m.contract() }] : []),
    { to: '/account/privacy', text: m.privacy() },
    { to: '/account/cookies', text: m.cookies() },
    ...(user ? [{ to: '/help', text: m.menu_help() }] : []),
  ];
  return (
    <footer className={styles.footer}>
      <ul className={styles.links}>
        {links.map(({ to, text }) => (
          <li key={to}>
            <a href={to} target="_blank" rel="noopener noreferrer">
              {text}
            </a>
          </li>
        ))}
      </ul>
      {/* The server may have started in another year than the browser. */}
      <p suppressHydrationWarning>{m.copyright({ year: YEAR })}</p>
    </footer>
  );
};
