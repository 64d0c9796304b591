// The mark: the lamps around a mirror, one of them out; and the name.
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import styles from './Logo.module.css';

export const LogoMark = () => (
  <span aria-hidden className={styles.lamps}>
    <i />
    <i />
    <i />
    <i />
    <i />
    <i />
  </span>
);

/** The logo; on narrow screens only its mark. */
export const Logo = () => (
  <Link to="/" viewTransition aria-label={m.logo_home()} className={styles.logo}>
    <LogoMark />
    <span className={styles.name}>camarim</span>
  </Link>
);
