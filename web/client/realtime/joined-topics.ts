// The realtime topics that the page needs. Apart from the socket, which loads later.
import type { TopicKey, TopicName } from '@camarim/contract/events';

/** `onAnswer` is called when the server has joined or left them. */
type TopicSender = (verb: 'join' | 'leave', topics: TopicKey[], onAnswer: () => void) => void;

/** Topics, and in how many places of the page each is needed. */
const joined = new Map<TopicKey, number>();
/** Topics that were opened or closed since the last message to the server. */
const changed = new Set<TopicKey>();
/** Called when the server has joined the topic. */
const joinListeners = new Map<TopicKey, Set<() => void>>();
/** Topics that the server has joined. */
const answered = new Set<TopicKey>();
let sender: TopicSender | undefined;

const sendJoin = (send: TopicSender, keys: TopicKey[]): void =>
  send('join', keys, () => {
    for (const key of keys) {
      if (joined.has(key)) answered.add(key);
      for (const listener of joinListeners.get(key) ?? []) listener();
    }
  });

const sendChanges = (): void => {
  const keys = [...changed];
  changed.clear();
  const [opened, closed] = [
    keys.filter((key) => joined.has(key)),
    keys.filter((key) => !joined.has(key)),
  ];
  if (closed.length > 0) sender?.('leave', closed, () => undefined);
  if (opened.length > 0 && sender) sendJoin(sender, opened);
};

const change = (key: TopicKey, by: 1 | -1): void => {
  const before = joined.get(key) ?? 0;
  if (before + by > 0) joined.set(key, before + by);
  else {
    joined.delete(key);
    joinListeners.delete(key);
    answered.delete(key);
  }
  if (before > 0 === joined.has(key)) return;
  // One message for everything that a page opens and closes at once.
  if (changed.size === 0) queueMicrotask(sendChanges);
  changed.add(key);
};

/**
 * For use-topic.ts, which components use: the returned function leaves the topic. `onJoined` is
 * called each time that the server has joined it for this page, and at once where it has already.
 */
export const joinTopic = (
  name: Exclude<TopicName, 'member'>,
  id: string,
  onJoined: () => void,
): (() => void) => {
  const key: TopicKey = `${name}:${id}`;
  joinListeners.set(key, new Set(joinListeners.get(key)).add(onJoined));
  change(key, 1);
  if (answered.has(key)) queueMicrotask(() => joinListeners.get(key)?.has(onJoined) && onJoined());
  return () => {
    joinListeners.get(key)?.delete(onJoined);
    change(key, -1);
  };
};

/** Called by the socket at each connection: sends the topics at once, and at every change. */
export const sendTopics = (send: TopicSender): void => {
  sender = send;
  answered.clear();
  if (joined.size > 0) sendJoin(send, [...joined.keys()]);
};
