// The chat of a room in the cache.
import { expect, test } from 'vitest';
import {
  addMessage,
  allMessages,
  MESSAGES_KEPT,
  markDone,
  removeMessages,
} from './room-messages.ts';
import { loadNewest, forgetMessages, receiveMessage } from './newest-messages.ts';
import type { RoomMessage, RoomMessages } from './queries.ts';

const message = (id: string, tip = false): RoomMessage =>
  ({
    id,
    text: id,
    tip: tip ? { value: 500, item: null, goalId: null, done: false } : null,
  }) as RoomMessage;

const cached = (...pages: RoomMessage[][]): RoomMessages =>
  ({
    pages: pages.map((data, index) => ({ success: true, data, cursor: `c${index}` })),
    pageParams: pages.map((_, index) => (index === 0 ? '' : `c${index - 1}`)),
  }) as unknown as RoomMessages;

const ids = (messages: RoomMessages) => allMessages(messages).map(({ id }) => id);

test('a new message is the newest one, and the same message is added once', () => {
  const messages = addMessage(cached([message('b')], [message('a')]), message('c'));
  expect(ids(messages)).toEqual(['c', 'b', 'a']);
  expect(ids(addMessage(messages, message('c')))).toEqual(['c', 'b', 'a']);
  expect(ids(addMessage(messages, message('a')))).toEqual(['c', 'b', 'a']);
});

test('a busy room keeps its newest messages only', () => {
  const many = Array.from({ length: MESSAGES_KEPT }, (_, index) => message(`l${index}`));
  const messages = addMessage(cached(many, [message('old')]), message('new'));
  expect(allMessages(messages)).toHaveLength(MESSAGES_KEPT);
  expect(ids(messages)[0]).toBe('new');
  expect(ids(messages)).not.toContain('old');
  expect(messages.pages).toHaveLength(1);
});

test('deleted messages disappear from every page, and a done item is marked', () => {
  const messages = cached([message('c'), message('b', true)], [message('a')]);
  expect(ids(removeMessages(messages, ['a', 'c']))).toEqual(['b']);
  expect(allMessages(markDone(messages, 'b', true)).map(({ tip }) => tip?.done)).toEqual([
    undefined,
    true,
    undefined,
  ]);
});

test('messages that come and go while the newest are asked for are in the answer as they are by then', async () => {
  const asked = Promise.withResolvers<{ data: RoomMessage[] }>();
  const answer = loadNewest('l1', () => asked.promise);
  for (const id of ['c', 'd', 'e']) receiveMessage('l1', message(id));
  receiveMessage('l2', message('elsewhere'));
  forgetMessages(['a', 'd']);
  asked.resolve({ data: [message('c'), message('b'), message('a')] });
  expect((await answer).data.map(({ id }) => id)).toEqual(['e', 'c', 'b']);
  const later = await loadNewest('l1', async () => ({ data: [message('b')] }));
  expect(later.data.map(({ id }) => id)).toEqual(['b']);
});
