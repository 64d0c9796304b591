// Which topics a client may name, and that each has one rule.
import { expect, test } from 'vitest';
import { createTopic, createTopicChecks } from './topics.ts';

const ID = '01900000-0000-7000-8000-00000000000a';
const post = createTopic('post', { mayJoin: async (_ctx: null, all) => all.map(() => null) });

test('two rules for one topic are refused', () => {
  expect(() => createTopicChecks(null, [post, post])).toThrow('a topic is declared twice');
});

test('a client may name declared topics of an id only, each once, and never a member topic', () => {
  const { parse } = createTopicChecks(null, [post]);
  expect(
    parse([`post:${ID}`, `post:${ID}`, `member:${ID}`, `profile:${ID}`, 'post:x', ID, 7, null]),
  ).toEqual([`post:${ID}`]);
  for (const input of [undefined, `post:${ID}`, { 0: `post:${ID}` }])
    expect(parse(input)).toEqual([]);
});
