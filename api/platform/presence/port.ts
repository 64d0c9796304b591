// The port of presence: a profile is online while it has a live socket in any process.
import type { ProfileId } from '@camarim/contract/ids';

/**
 * A connection without renewal for this long is gone, also when its process died.
 */
export const PRESENCE_SECONDS = 75;

export type Presence = {
  /**
   * Records that this connection is alive: call it when the connection opens, and again well within
   * PRESENCE_SECONDS.
   */
  seen(profileId: ProfileId, connectionId: string): Promise<void>;
  /** This connection closed. The profile stays online while it has another. */
  left(profileId: ProfileId, connectionId: string): Promise<void>;
  /** Which of these are online. */
  online(profileIds: readonly ProfileId[]): Promise<Set<ProfileId>>;
  /** All online profiles, in no order. */
  everyone(): Promise<ProfileId[]>;
};
