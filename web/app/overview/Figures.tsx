// The figures of a period as cards with small charts.
import { m } from '../../paraglide/messages.js';
import { FigureCard } from '../../ui/display/FigureCard.tsx';
import { formatCount, formatMoney } from '../../ui/display/formats.ts';
import type { Overview } from './queries.ts';
import styles from './overview.module.css';

type Totals = Overview['totals'];
type Day = Overview['days'][number];

type Figure = {
  kind: keyof Totals;
  label: () => string;
  /** Money unless it is a count. */
  counts?: true;
  note?: (totals: Totals) => string;
  /** What its chart shows; none for what is not known by day. */
  day?: keyof Omit<Day, 'day'>;
};

const FIGURES: readonly Figure[] = [
  {
    kind: 'gross',
    label: m.dsb_figure_gross,
    note: ({ sales }) => m.dsb_figure_sales({ count: formatCount(sales) }),
    day: 'gross',
  },
  { kind: 'fee', label: m.dsb_figure_fee, day: 'fee' },
  { kind: 'share', label: m.dsb_figure_share, day: 'share' },
  {
    kind: 'toppedUp',
    label: m.dsb_figure_topped_up,
    note: ({ topUps }) => m.dsb_figure_payments({ count: formatCount(topUps) }),
    day: 'toppedUp',
  },
  {
    kind: 'refunded',
    label: m.dsb_figure_refunded,
    note: ({ refunds }) => m.dsb_figure_sales({ count: formatCount(refunds) }),
    day: 'refunded',
  },
  {
    kind: 'disputed',
    label: m.dsb_figure_disputed,
    note: ({ disputes }) => m.dsb_figure_disputes({ count: formatCount(disputes) }),
    day: 'disputed',
  },
  {
    kind: 'paidOut',
    label: m.dsb_figure_paid_out,
    note: ({ payouts }) => m.dsb_figure_payouts({ count: formatCount(payouts) }),
    day: 'paidOut',
  },
  { kind: 'newMembers', label: m.dsb_figure_new_members, counts: true, day: 'newMembers' },
  { kind: 'newProducers', label: m.dsb_figure_new_producers, counts: true, day: 'newProducers' },
  { kind: 'renewals', label: m.dsb_figure_renewals, counts: true },
  { kind: 'endedSubscriptions', label: m.dsb_figure_ended, counts: true },
  { kind: 'activeSubscribers', label: m.dsb_figure_subscribers, counts: true },
];

export const Figures = ({ overview: { totals, before, days } }: { overview: Overview }) => (
  <div className={styles.cards}>
    {FIGURES.map(({ kind, label, counts, note, day }) => (
      <FigureCard
        key={kind}
        kind={kind}
        label={label()}
        value={totals[kind]}
        before={before[kind]}
        format={counts ? formatCount : formatMoney}
        {...(note && { note: note(totals) })}
        {...(day &&
          days.some((one) => one[day] > 0) && {
            days: days.map((one) => ({ day: one.day, value: one[day] })),
          })}
      />
    ))}
  </div>
);
