// How far something has come: an upload, a goal.
import { classNames } from '../class-names.ts';
import styles from './ProgressBar.module.css';

export const ProgressBar = ({
  label,
  value,
  max,
  variant = 'rouge',
  className,
}: {
  label: string;
  value: number;
  max: number;
  variant?: 'rouge' | 'bulb';
  className?: string;
}) => (
  <progress
    aria-label={label}
    value={value}
    max={max}
    className={classNames(styles.bar, styles[variant], className)}
  />
);
