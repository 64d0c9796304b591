// What is said beside the content, with what can be done about it.
import type { ReactNode } from 'react';
import styles from './Notice.module.css';

type Parts = { children: ReactNode };

/** Over every page, from edge to edge. */
export const NoticeStrip = ({ label, children }: Parts & { label: string }) => (
  <aside className={styles.strip} aria-label={label}>
    {children}
  </aside>
);

/** Inside a form or a card; read out when it appears. */
export const NoticeBox = ({ children }: Parts) => (
  <div className={styles.box} role="status">
    {children}
  </div>
);
