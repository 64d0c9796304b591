// A badge: a small label over a picture or beside a name.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './Badge.module.css';

/** `air` is for live things only. */
export const Badge = ({
  variant = 'glass',
  className,
  children,
}: {
  variant?: 'glass' | 'air' | 'plain' | 'leaf';
  className?: string;
  children: ReactNode;
}) => <span className={classNames(styles.badge, styles[variant], className)}>{children}</span>;
