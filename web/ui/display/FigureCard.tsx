// One figure of a period: its value, the change to the period before, and a small chart by day.
import { m } from '../../paraglide/messages.js';
import { BOX, barsOf, changeBps } from './bars.ts';
import { formatNumericDay } from './days.ts';
import { formatPercent } from './formats.ts';
import styles from './FigureCard.module.css';

type Props = {
  /** In `data-kind`, for a layout that treats one card differently. */
  kind: string;
  label: string;
  /** Null: of nothing, such as a rate. */
  value: number | null;
  before: number | null;
  format: (value: number) => string;
  /** A second line, such as how many. */
  note?: string;
  /** By day; without it there is no chart. */
  days?: readonly { day: string; value: number }[];
};

export const FigureCard = ({ kind, label, value, before, format, note, days = [] }: Props) => {
  const change = value === null || before === null ? null : changeBps(value, before);
  return (
    <article className={styles.card} data-kind={kind}>
      <h2 className={styles.kind}>{label}</h2>
      <p className={styles.number}>{value === null ? '–' : format(value)}</p>
      {change !== null && before !== null && (
        <p className={styles.change} data-rising={change > 0}>
          {m.statistics_before({
            change: `${change > 0 ? '+' : ''}${formatPercent(change)}`,
            before: format(before),
          })}
        </p>
      )}
      {note && <p className={styles.change}>{note}</p>}
      {days.length > 0 && (
        <svg
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          preserveAspectRatio="none"
          className={styles.bars}
          aria-hidden
        >
          {barsOf(days.map((day) => day.value)).map((bar) => (
            <rect key={bar.x} {...bar} />
          ))}
        </svg>
      )}
      {days.length > 1 && (
        <p className={styles.ends} aria-hidden>
          <span>{formatNumericDay(days[0]?.day ?? '')}</span>
          <span>{formatNumericDay(days.at(-1)?.day ?? '')}</span>
        </p>
      )}
    </article>
  );
};
