// A share as a line with the limit that it must stay below, drawn by visx. Its code is loaded late
// (client/charts).
import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import styles from './charts.module.css';

export type LimitLineProps = { share: number; limit: number };

const BOX = { width: 150, height: 8 };
const MARK_WIDTH = 2;
/** The line ends beyond the limit, so that what is above it is seen, too. */
const BEYOND = 1.5;

export default function LimitLine({ share, limit }: LimitLineProps) {
  const x = scaleLinear({ domain: [0, limit * BEYOND], range: [0, BOX.width], clamp: true });
  return (
    <svg viewBox={`0 0 ${BOX.width} ${BOX.height}`} className={styles.line} aria-hidden>
      <Bar width={BOX.width} height={BOX.height} className={styles.ground} />
      <Bar width={x(share)} height={BOX.height} data-over={share >= limit} />
      <Bar x={x(limit)} width={MARK_WIDTH} height={BOX.height} className={styles.limit} />
    </svg>
  );
}
