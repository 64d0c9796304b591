// One figure of a period: its value, the change to the period before, and a place for its chart.
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { changeBps } from './change.ts';
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
  /** Its days. */
  chart?: ReactNode;
};

export const FigureCard = ({ kind, label, value, before, format, note, chart }: Props) => {
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
      {chart}
    </article>
  );
};
