// The messages of a conversation in the cache, and those on their way beside them.
import { expect, test } from 'vitest';
import { mergeMessages, type Message, NO_MESSAGES, withStale } from './messages.ts';
import { actOf } from './compose/composer-keys.ts';
import { stateOf } from './conversation/message-state.ts';
import { type OutgoingMessage, stillOutgoing } from './conversation/outbox.ts';

const message = (seq: number, part: Partial<Message> = {}) =>
  ({ id: `m${seq}`, seq, clientKey: null, content: `${seq}`, ...part }) as Message;
const outgoing = (key: string) => ({ key, state: 'sending' }) as OutgoingMessage;

test('messages that arrive in any order stand once each in the order of their places', () => {
  const cached = [message(1), message(2)];
  const found = [message(4), message(2, { content: 'changed' }), message(3)];
  const merged = mergeMessages(cached, found);
  expect(merged.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect(merged[1]?.content).toBe('changed');
});

test('an empty page leaves the messages as they are', () => {
  const cached = [message(1)];
  expect(mergeMessages(cached, [])).toBe(cached);
});

test('a sent message takes the place of the one on its way, by the reply and by the event alike', () => {
  const own = message(3, { clientKey: 'k1' });
  const both = [outgoing('k1'), outgoing('k2')];
  expect(stillOutgoing([message(2)], both)).toEqual(both);
  expect(stillOutgoing([message(2), own], both).map(({ key }) => key)).toEqual(['k2']);
  // The reply and the event both bring it: it is there once.
  expect(mergeMessages([own], [own])).toHaveLength(1);
});

test('only a message that is loaded is marked to be fetched again, and once', () => {
  const cached = { ...NO_MESSAGES, messages: [message(1)] };
  expect(withStale(cached, 'other')).toBe(cached);
  const marked = withStale(cached, 'm1');
  expect(marked.stale).toEqual(['m1']);
  expect(withStale(marked, 'm1')).toBe(marked);
});

const at = (time: string) => `2026-11-23T${time}:00.000Z`;

test.each([
  ['before anything of them was read or delivered', { theirReadSeq: 4, deliveredAt: null }, 'sent'],
  ['when a device was connected later', { theirReadSeq: 4, deliveredAt: at('12:00') }, 'delivered'],
  ['when a device was connected earlier', { theirReadSeq: 4, deliveredAt: at('10:00') }, 'sent'],
  ['when it was read', { theirReadSeq: 5, deliveredAt: null }, 'read'],
])('%s, the message of 11:00 at place 5 shows its state', (_when, conversation, state) => {
  expect(stateOf({ seq: 5, createdAt: at('11:00') }, conversation)).toBe(state);
});

const NOTHING = { ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };
const press = (key: string, part: Partial<typeof NOTHING> = {}, composing = false) => ({
  ...NOTHING,
  ...part,
  key,
  composing,
});

test.each([
  ['Enter sends', press('Enter'), false, 'send'],
  ['Ctrl+Enter does not send', press('Enter', { ctrlKey: true }), false, null],
  ['Shift+Enter does not send', press('Enter', { shiftKey: true }), false, null],
  ['Alt+Enter does not send', press('Enter', { altKey: true }), false, null],
  ['Meta+Enter does not send', press('Enter', { metaKey: true }), false, null],
  [
    'Enter that ends a word of an input method does not send',
    press('Enter', {}, true),
    false,
    null,
  ],
  ['Esc cancels', press('Escape'), false, 'escape'],
  ['a second Esc is of what is around the composer', press('Escape'), true, null],
  ['Tab stays', press('Tab'), false, 'stay'],
  ['Tab leaves after Esc', press('Tab'), true, null],
  ['Shift+Tab leaves', press('Tab', { shiftKey: true }), false, null],
  ['a character is typed', press('a'), false, null],
])('the composer follows the rule that %s', (_what, key, released, act) => {
  expect(actOf(key, released)).toBe(act);
});
