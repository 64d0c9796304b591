// Earnings by day as stacked bars. Screen readers get the total; the table below has every value.
import { DayChart } from '../../../client/charts/DayChart.tsx';
import { m } from '../../../paraglide/messages.js';
import { formatMoney } from '../../../ui/display/formats.ts';
import { SALE_TEXTS } from '../sale-texts.ts';
import { CHART_KINDS, daysOf, highestOf } from './chart.ts';
import styles from './earnings.module.css';
import type { EarningsReport } from './queries.ts';

export const Chart = ({ earned }: { earned: EarningsReport }) => {
  const days = daysOf(earned);
  const shown = CHART_KINDS.filter((kind) => days.some(({ values }) => (values[kind] ?? 0) > 0));
  return (
    <figure className={styles.chart}>
      <DayChart
        days={days}
        series={shown.map((kind) => ({ key: kind, className: styles[kind] }))}
        label={m.earned_chart({ total: formatMoney(earned.total) })}
        highest={m.earned_highest({ value: formatMoney(highestOf(days)) })}
        ruled
        className={styles.bars}
      />
      <figcaption className={styles.legend}>
        {shown.map((kind) => (
          <span key={kind} className={styles.key}>
            <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden>
              <rect width="12" height="12" rx="3" className={styles[kind]} />
            </svg>
            {SALE_TEXTS[kind].earningsLabel()}
          </span>
        ))}
      </figcaption>
    </figure>
  );
};
