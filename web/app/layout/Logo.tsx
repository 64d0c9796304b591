// The mark: the lamps around a mirror, one of them out; and the name.
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { classNames } from '../../ui/class-names.ts';
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

/** `compact` leaves only the mark on narrow screens. */
export const Logo = ({ compact }: { compact: boolean }) => (
  <Link to="/" viewTransition aria-label={m.logo_home()} className={styles.logo}>
    <LogoMark />
    <span className={classNames(styles.name, compact && styles.compact)}>camarim</span>
  </Link>
);
