// The figures of a period as cards with small charts.
import { DayChart } from '../../client/charts/DayChart.tsx';
import { m } from '../../paraglide/messages.js';
import { FigureCard } from '../../ui/display/FigureCard.tsx';
import { formatMoney, formatNumber, formatPercent } from '../../ui/display/formats.ts';
import type { Overview } from './queries.ts';
import styles from './overview.module.css';

type Totals = Overview['totals'];
type Day = Overview['days'][number];

type Figure = {
  kind: keyof Totals;
  label: () => string;
  /** Money unless it says another. */
  format?: (value: number) => string;
  note?: (totals: Totals) => string;
  /** What its chart shows. */
  day: keyof Omit<Day, 'day'>;
};

const FIGURES: readonly Figure[] = [
  {
    kind: 'gross',
    label: m.dsb_figure_gross,
    note: ({ sales }) => m.dsb_figure_sales({ count: formatNumber(sales) }),
    day: 'gross',
  },
  { kind: 'fee', label: m.dsb_figure_fee, day: 'fee' },
  { kind: 'share', label: m.dsb_figure_share, day: 'share' },
  {
    kind: 'toppedUp',
    label: m.dsb_figure_topped_up,
    note: ({ topUps }) => m.dsb_figure_payments({ count: formatNumber(topUps) }),
    day: 'toppedUp',
  },
  {
    kind: 'refunded',
    label: m.dsb_figure_refunded,
    note: ({ refunds }) => m.dsb_figure_sales({ count: formatNumber(refunds) }),
    day: 'refunded',
  },
  {
    kind: 'disputed',
    label: m.dsb_figure_disputed,
    note: ({ disputes }) => m.dsb_figure_disputes({ count: formatNumber(disputes) }),
    day: 'disputed',
  },
  {
    kind: 'paidOut',
    label: m.dsb_figure_paid_out,
    note: ({ payouts }) => m.dsb_figure_payouts({ count: formatNumber(payouts) }),
    day: 'paidOut',
  },
  { kind: 'newMembers', label: m.dsb_figure_new_members, format: formatNumber, day: 'newMembers' },
  {
    kind: 'newProducers',
    label: m.dsb_figure_new_producers,
    format: formatNumber,
    day: 'newProducers',
  },
  { kind: 'renewals', label: m.dsb_figure_renewals, format: formatNumber, day: 'renewals' },
  {
    kind: 'endedSubscriptions',
    label: m.dsb_figure_ended,
    format: formatNumber,
    day: 'endedSubscriptions',
  },
  {
    kind: 'churnBps',
    label: m.dsb_figure_churn,
    format: formatPercent,
    note: ({ subscribersLost, subscribersAtStart }) =>
      m.dsb_figure_churn_of({
        lost: formatNumber(subscribersLost),
        count: formatNumber(subscribersAtStart),
      }),
    day: 'churnBps',
  },
  {
    kind: 'activeSubscribers',
    label: m.dsb_figure_subscribers,
    format: formatNumber,
    day: 'activeSubscribers',
  },
];

export const Figures = ({ overview: { totals, before, days } }: { overview: Overview }) => (
  <div className={styles.cards}>
    {FIGURES.map(({ kind, label, format = formatMoney, note, day }) => (
      <FigureCard
        key={kind}
        kind={kind}
        label={label()}
        value={totals[kind]}
        before={before[kind]}
        format={format}
        {...(note && { note: note(totals) })}
        {...(days.some((one) => (one[day] ?? 0) > 0) && {
          chart: (
            <DayChart
              days={days.map((one) => ({ day: one.day, values: { [day]: one[day] ?? 0 } }))}
              series={[{ key: day }]}
            />
          ),
        })}
      />
    ))}
  </div>
);
