// Tells every process of the installation what just happened in one of them: socket fan-out, ended
// sessions.
import type { RealtimeEvent, RealtimeEvents } from '@camarim/contract/events';
import type { PostId, ProfileId, SessionId } from '@camarim/contract/ids';
import type { TextKey, TextParams } from '../text/text.ts';

/** One event for the sockets of some profiles. */
export type RealtimeMessage = {
  [Event in RealtimeEvent]: {
    event: Event;
    /** Profiles whose sockets get it. */
    audience: readonly ProfileId[];
    /** Those who look at the pages of these profiles get it, too. */
    watchers?: boolean;
    /** Those who follow the comments of this post get it, too. */
    post?: PostId;
    payload: RealtimeEvents[Event];
    /** A sentence shown with it, told to each socket in its language. */
    message?: { key: TextKey; params?: TextParams };
  };
}[RealtimeEvent];

/** The closed map of channels. Messages are JSON. */
export type BusMessages = {
  realtime: RealtimeMessage;
  /** Sessions that were revoked or logged out: their sockets die. */
  sessionsEnded: { sessionIds: readonly SessionId[] };
  /** Profiles that some may not see any more: sockets that watch their pages are judged anew. */
  profilesHidden: { profileIds: readonly ProfileId[] };
};

export type BusChannel = keyof BusMessages;
export type BusHandler<Channel extends BusChannel> = (message: BusMessages[Channel]) => void;

export type Bus = {
  /**
   * Settles when the bus has the message. Rejects when it can't take it; nothing was delivered
   * then.
   */
  publish<Channel extends BusChannel>(
    channel: Channel,
    message: BusMessages[Channel],
  ): Promise<void>;
  /**
   * Calls `handler` with each message published from now on, by this process too, in the order of
   * each publisher. Answers how to stop. A handler that throws is logged and disturbs no other.
   */
  subscribe<Channel extends BusChannel>(channel: Channel, handler: BusHandler<Channel>): () => void;
  close(): Promise<void>;
};
