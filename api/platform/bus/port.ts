// Publishes messages to every process of the installation: socket fan-out, ended sessions.
import type { RealtimeEvent, RealtimeEvents, TopicKey } from '@camarim/contract/events';
import type { ProfileId, SessionId } from '@camarim/contract/ids';
import type { TextKey, TextParams } from '../text/text.ts';

/** One event for the sockets in some topics; a socket in several of them gets it once. */
export type RealtimeMessage = {
  [Event in RealtimeEvent]: {
    event: Event;
    topics: readonly TopicKey[];
    payload: RealtimeEvents[Event];
    /** Profiles whose sockets do not get it although they are in a topic. */
    except?: readonly ProfileId[];
    /** A text sent with it, in the language of each socket. */
    message?: { key: TextKey; params?: TextParams };
  };
}[RealtimeEvent];

/**
 * The sockets whose access may have changed: sockets of `viewers` to anything, all sockets to what
 * belongs to `owners`, all sockets to `topics`. Membership of topics is checked again.
 */
export type AccessChange = {
  viewers?: readonly ProfileId[];
  owners?: readonly ProfileId[];
  topics?: readonly TopicKey[];
};

/** The closed map of channels. Messages are JSON. */
export type BusMessages = {
  realtime: RealtimeMessage;
  /** Sessions that were revoked or logged out: their sockets are closed. */
  sessionsEnded: { sessionIds: readonly SessionId[] };
  accessChanged: AccessChange;
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
