// What a show brought in so far, and how long it is on air.
import { SECOND_MS } from '@camarim/contract/time';
import { Wallet } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatMoney, formatPosition } from '../../../ui/display/formats.ts';
import { useNow } from '../../../ui/display/use-now.ts';
import type { Live } from '../queries.ts';
import styles from './studio.module.css';

export const Earned = ({ live: { totalEarnings, startedAt } }: { live: Live }) => {
  const seconds = Math.max(0, (useNow(SECOND_MS) - Date.parse(startedAt)) / SECOND_MS);
  return (
    <>
      <Badge>
        <span role="timer" aria-label={m.live_duration()} suppressHydrationWarning>
          {formatPosition(seconds)}
        </span>
      </Badge>
      {totalEarnings !== null && (
        <Badge className={styles.earned}>
          <Wallet aria-hidden size={14} />
          <span className="visually-hidden">{m.live_earned()}</span>
          {formatMoney(totalEarnings)}
        </Badge>
      )}
    </>
  );
};
