// Something is under way.
import { classNames } from '../class-names.ts';
import styles from './Spinner.module.css';

/** Decorative: say what is under way in words beside it or with aria-busy. */
export const Spinner = ({ className }: { className?: string }) => (
  <span aria-hidden className={classNames(styles.spinner, className)} />
);
