// A chart by day with its first and last day below it. The library that draws it is a file of its
// own, loaded by pages with a chart; its place is kept until it is there.
import { Suspense } from 'react';
import type { BarChartProps } from '../../ui/charts/BarChart.tsx';
import { formatNumericDay } from '../../ui/display/days.ts';
import { lazyOptionalPart } from '../load-part.ts';
import styles from './charts.module.css';

const BarChart = lazyOptionalPart(() => import('../../ui/charts/BarChart.tsx'));

type Props = BarChartProps & {
  /** Between the first and the last day. */
  highest?: string;
};

export const DayChart = ({ highest, className, ...chart }: Props) => (
  <>
    <div className={className ?? styles.small}>
      <Suspense fallback={null}>
        <BarChart {...chart} />
      </Suspense>
    </div>
    {chart.days.length > 1 && (
      <p className={styles.ends} aria-hidden>
        <span>{formatNumericDay(chart.days[0]?.day ?? '')}</span>
        {highest && <span>{highest}</span>}
        <span>{formatNumericDay(chart.days.at(-1)?.day ?? '')}</span>
      </p>
    )}
  </>
);
