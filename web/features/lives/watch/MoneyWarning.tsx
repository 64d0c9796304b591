// A minute before the money of a watcher ends: how long it lasts, and a top-up in one press.
import { Hourglass } from 'lucide-react';
import { Suspense } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Countdown } from '../../../ui/display/Countdown.tsx';
import { QuickTopUp } from '../../funds/index.ts';
import type { Live } from '../queries.ts';
import styles from './watch.module.css';

export const MoneyWarning = ({ live: { lowMoney } }: { live: Live }) => {
  if (!lowMoney) return null;
  const { endsAt, suggested, reason } = lowMoney;
  return (
    <div role="alert" className={styles.warning}>
      <Hourglass aria-hidden />
      <span>
        {reason === 'limit' ? m.live_limit_low() : m.live_money_low()} <Countdown until={endsAt} />
      </span>
      {reason === 'money' && (
        <Suspense>
          <QuickTopUp value={suggested} label={m.live_money_top_up()} />
        </Suspense>
      )}
    </div>
  );
};
