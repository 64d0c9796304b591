// Delivers messages of the bus to the members of their topics.
import type { TopicKey } from '@camarim/contract/events';
import type { Locale } from '@camarim/contract/limits';
import type { RealtimeMessage } from '../bus/port.ts';
import { text } from '../text/text.ts';
import { encode, join, type Packet, write } from './frames.ts';
import type { Memberships } from './memberships.ts';
import type { RealtimeSocket } from './sockets.ts';

/**
 * In a topic of this many sockets, events in quick succession are written together: writing to a
 * connection costs far more than a few hundred bytes more in one write.
 */
const LARGE = 256;
/** The first event after a quiet time goes at once; those after it wait at most this long. */
const GATHER_MS = 100;

export type Delivery = {
  /**
   * Sends the event to each socket of the topics once, save those that it excepts, wrapped as
   * `{ success, data, message? }`, the message in the socket's language. Events of the same topics
   * keep their order.
   */
  deliver(message: RealtimeMessage): void;
  close(): void;
};

/** Encodes once, or once per language when there is a text. */
const encoder = (messages: readonly RealtimeMessage[]) => {
  const encoded = new Map<Locale | null, ReturnType<typeof join>>();
  const hasText = messages.some(({ message }) => message);
  const packet = ({ event, payload, message }: RealtimeMessage, locale: Locale): Packet =>
    encode(event, {
      success: true,
      data: payload,
      ...(message && { message: text(locale, message.key, message.params) }),
    });
  return (locale: Locale): ReturnType<typeof join> => {
    const key = hasText ? locale : null;
    let joined = encoded.get(key);
    if (!joined) {
      joined = join(messages.map((message) => packet(message, locale)));
      encoded.set(key, joined);
    }
    return joined;
  };
};

export const createDelivery = ({
  membersOf,
}: Pick<Memberships<RealtimeSocket['data']>, 'membersOf'>): Delivery => {
  /** Large topics with an event within the last moment, and the events that wait. */
  const gathering = new Map<string, RealtimeMessage[]>();
  const timers = new Set<NodeJS.Timeout>();

  /** Most recipients have no socket at this process. */
  const roomsOf = (topics: readonly TopicKey[]) => topics.flatMap((key) => membersOf(key) ?? []);

  const send = (topics: readonly TopicKey[], messages: readonly RealtimeMessage[]): void => {
    const rooms = roomsOf(topics);
    const [only, ...more] = rooms;
    if (!only) return;
    const encodedFor = encoder(messages);
    const members = more.length === 0 ? only : new Set(rooms.flatMap((room) => [...room]));
    const excepted = new Set<string>(messages.flatMap(({ except = [] }) => except));
    for (const { socket, locale, profileId } of members)
      if (!excepted.has(profileId)) write(socket, encodedFor(locale));
      else {
        const shown = messages.filter(({ except }) => !except?.includes(profileId));
        if (shown.length > 0) write(socket, encoder(shown)(locale));
      }
  };

  const gather = (key: string, topics: readonly TopicKey[]): void => {
    gathering.set(key, []);
    const timer = setTimeout(() => {
      timers.delete(timer);
      const waiting = gathering.get(key) ?? [];
      gathering.delete(key);
      if (waiting.length === 0) return;
      send(topics, waiting);
      gather(key, topics);
    }, GATHER_MS);
    timers.add(timer);
  };

  return {
    deliver(message) {
      const { topics } = message;
      const size = roomsOf(topics).reduce((sum, room) => sum + room.size, 0);
      if (size === 0) return;
      const key = topics.join(' ');
      const waiting = gathering.get(key);
      if (waiting) return void waiting.push(message);
      send(topics, [message]);
      if (size >= LARGE) gather(key, topics);
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
};
