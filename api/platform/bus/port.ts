// Publishes messages to every process of the installation: socket fan-out, ended sessions.
import type { RealtimeEvent, RealtimeEvents } from '@camarim/contract/events';
import type { PostId, ProfileId, SessionId } from '@camarim/contract/ids';
import type { TextKey, TextParams } from '../text/text.ts';

/** One event for the sockets of some profiles. */
export type RealtimeMessage = {
  [Event in RealtimeEvent]: {
    event: Event;
    /** Profiles whose sockets get it. */
    audience: readonly ProfileId[];
    /** Whether sockets on the pages of these profiles get it too. */
    watchers?: boolean;
    /** Sockets that joined this post get it too. */
    post?: PostId;
    payload: RealtimeEvents[Event];
    /** A text sent with it, in the language of each socket. */
    message?: { key: TextKey; params?: TextParams };
  };
}[RealtimeEvent];

/** The closed map of channels. Messages are JSON. */
export type BusMessages = {
  realtime: RealtimeMessage;
  /** Sessions that were revoked or logged out: their sockets are closed. */
  sessionsEnded: { sessionIds: readonly SessionId[] };
  /**
   * Profiles that became hidden from some requesters: the access of joined sockets is checked
   * again.
   */
  profilesHidden: { profileIds: readonly ProfileId[] };
};

export type BusChannel = keyof BusMessages;
export type BusHandler<Channel extends BusChannel> = (message: BusMessages[Channel]) => void;

export type Bus = {
  /**
   * Resolves when the bus has the message. Rejects when it can't take it; then nothing was
   * delivered.
   */
  publish<Channel extends BusChannel>(
    channel: Channel,
    message: BusMessages[Channel],
  ): Promise<void>;
  /**
   * Calls `handler` with each message published from now on, by this process too, in the order of
   * each publisher. Returns the function that unsubscribes. An error of a handler is logged.
   */
  subscribe<Channel extends BusChannel>(channel: Channel, handler: BusHandler<Channel>): () => void;
  close(): Promise<void>;
};
