// The realtime topics that the page needs. Apart from the socket, which loads later.
import type { TopicKey, TopicName } from '@camarim/contract/events';

type TopicSender = (verb: 'join' | 'leave', topics: TopicKey[]) => void;

/** Topics, and in how many places of the page each is needed. */
const joined = new Map<TopicKey, number>();
/** Topics that were opened or closed since the last message to the server. */
const changed = new Set<TopicKey>();
let sender: TopicSender | undefined;

const sendChanges = (): void => {
  const keys = [...changed];
  changed.clear();
  const [opened, closed] = [
    keys.filter((key) => joined.has(key)),
    keys.filter((key) => !joined.has(key)),
  ];
  if (closed.length > 0) sender?.('leave', closed);
  if (opened.length > 0) sender?.('join', opened);
};

const change = (key: TopicKey, by: 1 | -1): void => {
  const before = joined.get(key) ?? 0;
  if (before + by > 0) joined.set(key, before + by);
  else joined.delete(key);
  if (before > 0 === joined.has(key)) return;
  // One message for everything that a page opens and closes at once.
  if (changed.size === 0) queueMicrotask(sendChanges);
  changed.add(key);
};

/** Call it from an effect: the returned function leaves the topic. */
export const joinTopic = (name: Exclude<TopicName, 'member'>, id: string): (() => void) => {
  const key: TopicKey = `${name}:${id}`;
  change(key, 1);
  return () => change(key, -1);
};

/** Called by the socket at each connection: sends the topics at once, and at every change. */
export const sendTopics = (send: TopicSender): void => {
  sender = send;
  if (joined.size > 0) send('join', [...joined.keys()]);
};
