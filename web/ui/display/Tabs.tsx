// Tabs that are links: each has its address, so that back, sharing and a press with the middle
// button work.
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import styles from './Tabs.module.css';

export type Tab = { key: string; to: string; text: string; count?: string };

/** The page does not move, as it would by scrollIntoView. */
const scrollToCurrent = (row: HTMLElement | null): void => {
  const tab = row?.querySelector('[aria-current]');
  if (!row || !tab) return;
  const [inside, outside] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += inside.left - outside.left - (outside.width - inside.width) / 2;
};

/** `current` is the key of the tab that is shown. */
export const Tabs = ({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly Tab[];
  current: string;
}) => {
  const row = useRef<HTMLElement>(null);
  useEffect(() => scrollToCurrent(row.current), [current]);
  return (
    <nav ref={row} aria-label={label} className={styles.tabs}>
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
};
