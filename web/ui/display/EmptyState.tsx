// A list with nothing in it: what it will hold, and what to do next.
import type { ReactNode } from 'react';
import styles from './States.module.css';

export const EmptyState = ({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) => (
  <div className={styles.state}>
    {icon && <span className={styles.icon}>{icon}</span>}
    <p className={styles.title}>{title}</p>
    {children && <p className={styles.text}>{children}</p>}
    {action && <div className={styles.action}>{action}</div>}
  </div>
);
