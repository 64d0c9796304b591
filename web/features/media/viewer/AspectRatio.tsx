// Reserves space for an image with an empty SVG of the same proportions, because the content
// security policy refuses inline styles.
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import styles from './AspectRatio.module.css';

export const AspectRatio = ({
  viewBox,
  className,
  children,
}: {
  viewBox: string;
  className?: string | undefined;
  children: ReactNode;
}) => (
  <div className={classNames(styles.place, className)}>
    <svg viewBox={viewBox} aria-hidden className={styles.spacer} />
    {children}
  </div>
);
