// Grey shapes of what is coming.
import { classNames } from '../class-names.ts';
import styles from './Skeleton.module.css';

export const Skeleton = ({
  shape = 'line',
  className,
}: {
  shape?: 'line' | 'short' | 'circle' | 'tile' | 'picture' | 'button';
  className?: string;
}) => <span aria-hidden className={classNames(styles.bone, styles[shape], className)} />;
