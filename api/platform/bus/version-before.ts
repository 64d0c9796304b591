// Bus messages between this version and the one before, which addressed events to an audience of
// profiles instead of topics: both read one stream while processes are replaced one after the
// other.
import type { TopicKey } from '@camarim/contract/events';

/** How the version before says who receives an event. */
type EarlierAudience = { audience?: readonly string[]; watchers?: boolean; post?: string };

/** Topics of `{ audience, watchers, post }`. */
export const topicsOf = ({ audience = [], watchers, post }: EarlierAudience): TopicKey[] => [
  ...audience.map((id): TopicKey => `member:${id}`),
  ...(watchers ? audience.map((id): TopicKey => `profile:${id}`) : []),
  ...(post === undefined ? [] : [`post:${post}` as const]),
];

const addressOf = (topics: readonly string[]): EarlierAudience => {
  const idsOf = (name: string) =>
    topics.flatMap((key) => (key.startsWith(name) ? key.slice(name.length) : []));
  const [post] = idsOf('post:');
  return {
    audience: idsOf('member:'),
    ...(idsOf('profile:').length > 0 && { watchers: true }),
    ...(post !== undefined && { post }),
  };
};

/** The JSON of a message that both versions can read. */
export const bodyFor = (channel: string, message: object): string =>
  JSON.stringify(
    channel === 'realtime' && 'topics' in message
      ? { ...message, ...addressOf(message.topics as readonly string[]) }
      : message,
  );

type Entry = { channel: string; message: unknown };

/** A message of either version. */
export const readEntry = (channel: string, body: string): Entry => {
  const message = JSON.parse(body);
  if (channel === 'profilesHidden') {
    const { profileIds } = message;
    return { channel: 'accessChanged', message: { viewers: profileIds, owners: profileIds } };
  }
  if (channel !== 'realtime') return { channel, message };
  const { audience, watchers, post, ...rest } = message;
  // Its relay took the row of a change for one of an event.
  if (rest.event === 'accessChanged') {
    const { event: _, ...change } = rest;
    return { channel: 'accessChanged', message: change };
  }
  return { channel, message: { topics: topicsOf({ audience, watchers, post }), ...rest } };
};
