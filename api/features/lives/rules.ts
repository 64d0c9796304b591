// Pure rules of live shows.
import type { LiveState } from '@camarim/contract/features/lives';

/** The instants that a show's state follows from. */
export type LiveInstants = {
  published_at: Date | null;
  publisher_lost_at: Date | null;
  paused_at: Date | null;
  ended_at: Date | null;
};

export const stateOf = (live: LiveInstants): LiveState => {
  if (live.ended_at) return 'ended';
  if (live.paused_at) return 'paused';
  if (!live.published_at) return 'starting';
  return live.publisher_lost_at ? 'away' : 'onAir';
};
