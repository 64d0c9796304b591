// Tabs that are links: each has its address, so that back, sharing and a press with the middle
// button work.
import { Link } from 'react-router';
import styles from './Tabs.module.css';

export type Tab = { key: string; to: string; text: string; count?: string };

/** `current` is the key of the tab that is shown. */
export const Tabs = ({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly Tab[];
  current: string;
}) => (
  <nav aria-label={label} className={styles.tabs}>
    {tabs.map(({ key, to, text, count }) => (
      <Link
        key={key}
        to={to}
        preventScrollReset
        replace
        aria-current={key === current ? 'page' : undefined}
        className={styles.tab}
      >
        {text}
        {count !== undefined && <span className={styles.count}>{count}</span>}
      </Link>
    ))}
  </nav>
);
