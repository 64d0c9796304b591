// How long a video plays: seconds of real time, reported while it plays and when it stops.
import { SECOND_MS } from '@camarim/contract/time';
import { type RefObject, useEffect } from 'react';

const REPORT_MS = 30_000;

/**
 * Times in milliseconds. The rest of a second that was not reported is kept for the next report.
 */
export const createStopwatch = (now: () => number) => {
  let since: number | null = null;
  let passed = 0;
  return {
    start: (): void => void (since ??= now()),
    /** Whole seconds since the last report. */
    take: (): number => {
      const at = now();
      if (since !== null) passed += at - since;
      if (since !== null) since = at;
      const seconds = Math.floor(passed / SECOND_MS);
      passed -= seconds * SECOND_MS;
      return seconds;
    },
    stop: (): void => {
      if (since !== null) passed += now() - since;
      since = null;
    },
  };
};

const STOPS = ['pause', 'waiting', 'ended', 'emptied', 'error'] as const;

export const useWatched = (
  video: RefObject<HTMLVideoElement | null>,
  onWatched: ((seconds: number) => void) | undefined,
): void => {
  useEffect(() => {
    const element = video.current;
    if (!element || !onWatched) return undefined;
    const watch = createStopwatch(() => performance.now());
    const report = (): void => {
      const seconds = watch.take();
      if (seconds > 0) onWatched(seconds);
    };
    const stop = (): void => {
      watch.stop();
      report();
    };
    const whenHidden = (): void => {
      if (document.hidden) report();
    };
    const timer = setInterval(report, REPORT_MS);
    element.addEventListener('playing', watch.start);
    for (const event of STOPS) element.addEventListener(event, stop);
    document.addEventListener('visibilitychange', whenHidden);
    return () => {
      clearInterval(timer);
      element.removeEventListener('playing', watch.start);
      for (const event of STOPS) element.removeEventListener(event, stop);
      document.removeEventListener('visibilitychange', whenHidden);
      stop();
    };
  }, [video, onWatched]);
};
