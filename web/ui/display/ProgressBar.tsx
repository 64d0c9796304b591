// How far something has come: an upload, a goal.
import { classNames } from '../class-names.ts';
import styles from './ProgressBar.module.css';

export const ProgressBar = ({
  label,
  value,
  max,
  look = 'rouge',
  className,
}: {
  label: string;
  value: number;
  max: number;
  look?: 'rouge' | 'bulb';
  className?: string;
}) => (
  <progress
    aria-label={label}
    value={value}
    max={max}
    className={classNames(styles.bar, styles[look], className)}
  />
);
