// A page joins the topics that it needs, once each, and leaves them with the last place that does.
import { expect, test, vi } from 'vitest';

const fresh = async () => {
  vi.resetModules();
  const { joinTopic, ...topics } = await import('./joined-topics.ts');
  const sent: [string, string[]][] = [];
  const connect = () => topics.sendTopics((verb, keys) => sent.push([verb, keys]));
  return {
    ...topics,
    sent,
    connect,
    joinTopic: (name: 'post' | 'profile', id: string, onJoined = () => {}) =>
      joinTopic(name, id, onJoined),
  };
};
/** Changes are sent at the end of the current task. */
const settled = () => Promise.resolve();

test('topics that a page opens at once are joined by one message', async () => {
  const { joinTopic, sent, connect } = await fresh();
  connect();
  joinTopic('post', 'a');
  joinTopic('post', 'b');
  joinTopic('profile', 'c');
  await settled();
  expect(sent).toEqual([['join', ['post:a', 'post:b', 'profile:c']]]);
});

test('a topic that two places need is joined once, and left with the last of them', async () => {
  const { joinTopic, sent, connect } = await fresh();
  connect();
  const [first, second] = [joinTopic('post', 'a'), joinTopic('post', 'a')];
  await settled();
  first();
  await settled();
  expect(sent).toEqual([['join', ['post:a']]]);
  second();
  await settled();
  expect(sent.at(-1)).toEqual(['leave', ['post:a']]);
});

test('a new connection joins what is open, also what was opened before the first', async () => {
  const { joinTopic, sent, connect } = await fresh();
  joinTopic('post', 'a');
  joinTopic('post', 'b')();
  await settled();
  connect();
  connect();
  expect(sent).toEqual([
    ['join', ['post:a']],
    ['join', ['post:a']],
  ]);
});

test('the place that needs a topic hears when the server has joined it, until it leaves', async () => {
  const { joinTopic, sendTopics } = await fresh();
  const answers: (() => void)[] = [];
  sendTopics((_verb, _keys, onAnswer) => answers.push(onAnswer));
  const onJoined = vi.fn<() => void>();
  const leaveFirst = joinTopic('profile', 'a');
  const leave = joinTopic('profile', 'a', onJoined);
  joinTopic('profile', 'b');
  leaveFirst();
  await settled();
  expect(onJoined).not.toHaveBeenCalled();
  answers[0]?.();
  expect(onJoined).toHaveBeenCalledTimes(1);
  leave();
  answers[0]?.();
  expect(onJoined).toHaveBeenCalledTimes(1);
});

test('a place that needs a topic which the server has joined hears so, too', async () => {
  const { joinTopic, sendTopics } = await fresh();
  sendTopics((_verb, _keys, onAnswer) => onAnswer());
  joinTopic('profile', 'a');
  await settled();
  const onJoined = vi.fn<() => void>();
  joinTopic('profile', 'a', onJoined);
  await settled();
  expect(onJoined).toHaveBeenCalledTimes(1);
  joinTopic('profile', 'a', onJoined)();
  await settled();
  expect(onJoined).toHaveBeenCalledTimes(1);
});
