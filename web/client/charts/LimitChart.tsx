// A share with the limit that it must stay below. The library that draws it is a file of its own;
// its place is kept until it is there.
import { Suspense } from 'react';
import type { LimitLineProps } from '../../ui/charts/LimitLine.tsx';
import { lazyOptionalPart } from '../load-part.ts';
import styles from './charts.module.css';

const LimitLine = lazyOptionalPart(() => import('../../ui/charts/LimitLine.tsx'));

export const LimitChart = (line: LimitLineProps) => (
  <span className={styles.limit}>
    <Suspense fallback={null}>
      <LimitLine {...line} />
    </Suspense>
  </span>
);
