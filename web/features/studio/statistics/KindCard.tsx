// One kind of activity: its total, the change to the period before, and a small chart by day.
import { DayChart } from '../../../client/charts/DayChart.tsx';
import { m } from '../../../paraglide/messages.js';
import { FigureCard } from '../../../ui/display/FigureCard.tsx';
import { formatCount, formatMoney } from '../../../ui/display/formats.ts';
import type { Statistics } from '../queries.ts';

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
  return (
    <FigureCard
      kind={kind}
      label={KIND_TEXTS[kind]()}
      value={totals[kind]}
      before={before[kind]}
      format={(value) => formatKind(kind, value)}
      {...(days.length > 0 && {
        chart: (
          <DayChart
            days={days.map(({ day, ...values }) => ({ day, values }))}
            series={[{ key: kind }]}
          />
        ),
      })}
    />
  );
};
