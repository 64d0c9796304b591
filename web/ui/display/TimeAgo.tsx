// How long ago something happened; the exact moment on hover.
import { MINUTE_MS } from '@camarim/contract/time';
import { formatAgo, formatMoment } from './formats.ts';
import { useNow } from './use-now.ts';

export const TimeAgo = ({ at }: { at: string }) => {
  const now = useNow(MINUTE_MS);
  return (
    <time dateTime={at} title={formatMoment(at)} suppressHydrationWarning>
      {formatAgo(at, now)}
    </time>
  );
};
