// Time left until an instant, refreshed every second.
import { SECOND_MS } from '@camarim/contract/time';
import { useEffect, useRef } from 'react';
import { formatCountdown } from './formats.ts';
import { useNow } from './use-now.ts';

/**
 * Shows 00:00 from the instant on and calls `onEnd` once. Read it out sparingly: it is not a live
 * region.
 */
export const Countdown = ({ until, onEnd }: { until: string; onEnd?: () => void }) => {
  const left = Math.max(0, Math.ceil((Date.parse(until) - useNow(SECOND_MS)) / SECOND_MS));
  const ended = useRef(false);

  useEffect(() => {
    if (left > 0) ended.current = false;
    else if (!ended.current) {
      ended.current = true;
      onEnd?.();
    }
  }, [left, onEnd]);

  return (
    <time role="timer" dateTime={`PT${left}S`} suppressHydrationWarning>
      {formatCountdown(left)}
    </time>
  );
};
