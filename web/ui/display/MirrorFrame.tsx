// A dressing-room mirror with six lamps, around content: the product's emblem.
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './MirrorFrame.module.css';

/** `className` sets the size, and `--glass-radius` where the content's corners are not a card's. */
export const MirrorFrame = ({
  className,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) => (
  <div className={classNames(styles.frame, className)}>
    <span aria-hidden className={styles.lamps}>
      <i />
      <i />
      <i />
      <i />
      <i />
      <i />
    </span>
    {children}
  </div>
);
