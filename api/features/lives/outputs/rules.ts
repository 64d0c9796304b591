// Pure rules of recordings.
import type { RecordingState } from '@camarim/contract/features/lives/recording-states';
import { CLIP_SECONDS } from '@camarim/contract/features/lives/recordings';

/** The instants that the state of a recording follows from. */
export type RecordingInstants = {
  type: number;
  recording_asked_at: Date | null;
  recording_agreed_at: Date | null;
  ended_at: Date | null;
};

/** A private show is recorded only while both want it. */
export const recordingStateOf = (live: RecordingInstants): RecordingState => {
  if (live.ended_at || !live.recording_asked_at) return 'off';
  return live.type === 2 || live.recording_agreed_at ? 'on' : 'asked';
};

export type CutRange = { fromMs: number; toMs: number };

/** What of a recording of that length is asked for; null when nothing of it is. */
export const rangeOf = (
  { fromSeconds, toSeconds }: { fromSeconds: number; toSeconds?: number | null | undefined },
  lengthMs: number,
): CutRange | null => {
  const fromMs = Math.round(fromSeconds * 1_000);
  const toMs = Math.min(lengthMs, Math.round((toSeconds ?? Infinity) * 1_000));
  return toMs > fromMs ? { fromMs, toMs } : null;
};

/** 30 seconds from this one on, or the last 30. */
export const clipOf = (
  fromSeconds: number | null | undefined,
  lengthMs: number,
): CutRange | null => {
  const from = fromSeconds ?? Math.max(0, lengthMs / 1_000 - CLIP_SECONDS);
  return rangeOf({ fromSeconds: from, toSeconds: from + CLIP_SECONDS }, lengthMs);
};
