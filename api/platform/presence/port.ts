// Who is online: has at least one live socket, on any machine.
import type { ProfileId } from '@camarim/contract/ids';

/**
 * A connection that was not seen for this long is gone, also when its process died without a word.
 */
export const PRESENCE_SECONDS = 75;

export type Presence = {
  /**
   * This connection of the profile is alive: to be told when it opens and well within
   * PRESENCE_SECONDS ever after.
   */
  seen(profileId: ProfileId, connectionId: string): Promise<void>;
  /** This connection closed. The profile stays online while it has another. */
  left(profileId: ProfileId, connectionId: string): Promise<void>;
  /** Which of these are online. */
  online(profileIds: readonly ProfileId[]): Promise<Set<ProfileId>>;
  /** Everybody who is online, in no order. */
  everyone(): Promise<ProfileId[]>;
};
