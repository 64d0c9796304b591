// A small label over a picture or beside a name.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './Pill.module.css';

/** `air` is for live things only. */
export const Pill = ({
  look = 'glass',
  className,
  children,
}: {
  look?: 'glass' | 'air' | 'plain' | 'leaf';
  className?: string;
  children: ReactNode;
}) => <span className={classNames(styles.pill, styles[look], className)}>{children}</span>;
