// How many subscribe, began and left in the last days, and why they left.
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { formatCount, formatPercent } from '../../../ui/display/formats.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { type Churn, churnQuery } from '../queries.ts';
import styles from './audience.module.css';

const REASONS: Record<Churn['reasons'][number]['reason'], () => string> = {
  fan: () => m.audience_reason_fan(),
  planEnded: () => m.audience_reason_plan_ended(),
  priceRose: () => m.audience_reason_price_rose(),
  unpaid: () => m.audience_reason_unpaid(),
  permissionEnded: () => m.audience_reason_permission_ended(),
  price: () => m.subscriptions_leave_price(),
  content: () => m.subscriptions_leave_content(),
  frequency: () => m.subscriptions_leave_frequency(),
  pause: () => m.subscriptions_leave_pause(),
  other: () => m.subscriptions_leave_other(),
  unknown: () => m.audience_reason_unknown(),
};

export const ChurnFigures = ({ days }: { days: number }) => {
  const { data } = useQuery(churnQuery(days));
  const figures = [
    [m.audience_active(), data && formatCount(data.active)],
    [m.audience_renewing(), data && formatCount(data.renewing)],
    [m.audience_began({ days }), data && formatCount(data.began)],
    [
      m.audience_left({ days }),
      data &&
        `${formatCount(data.ended)}${data.churnBps === null ? '' : ` (${formatPercent(data.churnBps)})`}`,
    ],
    [m.audience_followers(), data && formatCount(data.followers)],
  ] as const;
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(([label, value]) => (
          <div key={label} className={styles.figure}>
            <dt className={styles.soft}>{label}</dt>
            <dd className={styles.number}>{value ?? <Skeleton shape="short" />}</dd>
          </div>
        ))}
      </dl>
      {data && data.reasons.length > 0 && (
        <section>
          <h2 className={styles.subtitle}>{m.audience_reasons({ days })}</h2>
          <ul className={styles.reasons}>
            {data.reasons.map(({ reason, count }) => (
              <li key={reason}>
                {REASONS[reason]()} <b>{formatCount(count)}</b>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
};
