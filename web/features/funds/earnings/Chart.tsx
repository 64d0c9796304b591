// Earnings by day as stacked bars. Screen readers get the total; the table below has every value.
import { m } from '../../../paraglide/messages.js';
import { formatMoney } from '../../../ui/display/formats.ts';
import { SALE_TEXTS } from '../sale-texts.ts';
import { BOX, barsOf, CHART_KINDS, daysOf } from './chart.ts';
import styles from './earnings.module.css';
import type { EarningsReport } from './queries.ts';

const shortDay = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}`;

export const Chart = ({ earned }: { earned: EarningsReport }) => {
  const { bars, top } = barsOf(daysOf(earned));
  const shown = new Set(bars.map(({ kind }) => kind));
  return (
    <figure className={styles.chart}>
      <svg
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        role="img"
        aria-label={m.earned_chart({ total: formatMoney(earned.total) })}
        preserveAspectRatio="none"
        className={styles.bars}
      >
        {[0.25, 0.5, 0.75, 1].map((part) => (
          <line
            key={part}
            x1="0"
            x2={BOX.width}
            y1={BOX.height * (1 - part)}
            y2={BOX.height * (1 - part)}
            className={styles.rule}
          />
        ))}
        {bars.map(({ day, kind, x, y, width, height }) => (
          <rect
            key={`${day}${kind}`}
            x={x}
            y={y}
            width={width}
            height={height}
            className={styles[kind]}
          />
        ))}
      </svg>
      <div className={styles.axis} aria-hidden>
        <span>{shortDay(earned.from)}</span>
        <span>{m.earned_highest({ value: formatMoney(top) })}</span>
        <span>{shortDay(earned.to)}</span>
      </div>
      <figcaption className={styles.legend}>
        {CHART_KINDS.filter((kind) => shown.has(kind)).map((kind) => (
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
