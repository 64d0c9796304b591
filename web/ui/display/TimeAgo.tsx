// How long ago something happened; the exact moment on hover.
import { formatAgo, formatMoment } from './formats.ts';
import { useNow } from './use-now.ts';

const MINUTE_MS = 60_000;

export const TimeAgo = ({ at }: { at: string }) => {
  const now = useNow(MINUTE_MS);
  return (
    <time dateTime={at} title={formatMoment(at)} suppressHydrationWarning>
      {formatAgo(at, now)}
    </time>
  );
};
