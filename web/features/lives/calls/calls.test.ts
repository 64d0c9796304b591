// The queue of calls to a producer.
import { expect, test } from 'vitest';
import { type CallQueue, type IncomingCall, queueAfter } from './calls.ts';

const call = (profileId: string, type: '2' | '3' = '3'): IncomingCall => ({
  id: `call-${profileId}`,
  profileId,
  domainName: profileId,
  exibitionName: profileId,
  balance: 1_000,
  type,
});
const arriving = (queue: CallQueue, one: IncomingCall) =>
  queueAfter(queue, { ...one, action: 'call' });
const people = (queue: CallQueue) => queue.map(({ profileId }) => profileId);

test('calls wait in their order, and a person waits once, with their latest call', () => {
  const queue = [call('a'), call('b'), call('a', '2')].reduce<CallQueue>(
    (held, one) => arriving(held, one),
    [],
  );
  expect(people(queue)).toEqual(['a', 'b']);
  expect(queue[0]?.type).toBe('2');
});

test('a call that is taken back leaves the queue, wherever it stands', () => {
  const queue = [call('a'), call('b'), call('c')];
  expect(people(queueAfter(queue, { ...call('b'), action: 'cancel' }))).toEqual(['a', 'c']);
  expect(people(queueAfter(queue, { ...call('a'), action: 'expire' }))).toEqual(['b', 'c']);
});
