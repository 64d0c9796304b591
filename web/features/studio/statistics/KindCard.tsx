// One kind of activity: its total, the change to the period before, and a small chart by day.
import { m } from '../../../paraglide/messages.js';
import { formatShortDay } from '../../../ui/display/days.ts';
import { formatCount, formatMoney, formatPercent } from '../../../ui/display/formats.ts';
import type { Statistics } from '../queries.ts';
import { BOX, barsOf, changeBps } from './chart.ts';
import styles from './statistics.module.css';

export type Kind = keyof Statistics['totals'];

export const KIND_TEXTS: Record<Kind, () => string> = {
  earned: () => m.statistics_earned(),
  profileViews: () => m.statistics_profile_views(),
  postViews: () => m.statistics_post_views(),
  likes: () => m.statistics_likes(),
  comments: () => m.statistics_comments(),
  unlocks: () => m.statistics_unlocks(),
  followers: () => m.statistics_followers(),
};
export const KINDS = Object.keys(KIND_TEXTS) as Kind[];

export const formatKind = (kind: Kind, value: number): string =>
  kind === 'earned' ? formatMoney(value) : formatCount(value);

export const KindCard = ({ kind, statistics }: { kind: Kind; statistics: Statistics }) => {
  const { days, totals, before } = statistics;
  const change = changeBps(totals[kind], before[kind]);
  return (
    <article className={styles.card} data-kind={kind}>
      <h2 className={styles.kind}>{KIND_TEXTS[kind]()}</h2>
      <p className={styles.number}>{formatKind(kind, totals[kind])}</p>
      {change !== null && (
        <p className={styles.change} data-rising={change > 0}>
          {m.statistics_before({
            change: `${change > 0 ? '+' : ''}${formatPercent(change)}`,
            before: formatKind(kind, before[kind]),
          })}
        </p>
      )}
      <svg
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        preserveAspectRatio="none"
        className={styles.bars}
        aria-hidden
      >
        {barsOf(days.map((day) => day[kind])).map((bar) => (
          <rect key={bar.x} {...bar} />
        ))}
      </svg>
      {days.length > 1 && (
        <p className={styles.ends} aria-hidden>
          <span>{formatShortDay(days[0]?.day ?? '')}</span>
          <span>{formatShortDay(days.at(-1)?.day ?? '')}</span>
        </p>
      )}
    </article>
  );
};
