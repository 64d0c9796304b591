// How many are new, over the corner of an icon. The text beside the icon says it to screen readers.
import { shortCount } from './short-count.ts';
import styles from './CountBadge.module.css';

export const CountBadge = ({ count }: { count: number }) =>
  count > 0 && (
    <span aria-hidden className={styles.count}>
      {shortCount(count)}
    </span>
  );
