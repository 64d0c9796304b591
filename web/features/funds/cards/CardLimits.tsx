// Used part of the daily and monthly card limits. Source: specification section 2, wallet dialog.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { formatMoney } from '../../../ui/display/formats.ts';
import { ProgressBar } from '../../../ui/display/ProgressBar.tsx';
import { limitQuery } from '../saved.ts';
import styles from './CardLimits.module.css';

export const CardLimits = () => {
  const { data: limit } = useQuery(limitQuery());
  if (!limit) return null;
  return (
    <dl className={styles.limits}>
      <Limit label={m.card_limit_day()} used={limit.todayTotal} max={limit.dailyMaxCredit} />
      <Limit
        label={m.card_limit_month()}
        used={limit.lastMonthTotal}
        max={limit.monthlyMaxCredit}
      />
    </dl>
  );
};

const Limit = ({ label, used, max }: { label: string; used: number; max: number }) => (
  <div className={styles.limit}>
    <dt>{label}</dt>
    <dd>
      {formatMoney(used)} / {formatMoney(max)}
      <ProgressBar label={label} value={used} max={Math.max(max, 1)} variant="bulb" />
    </dd>
  </div>
);
