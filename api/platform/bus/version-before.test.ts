// While processes are replaced one after the other, both versions read the same stream.
import { expect, test } from 'vitest';
import { bodyFor, readEntry } from './version-before.ts';

const ANA = '01900000-0000-7000-8000-00000000000a';
const POST = '01900000-0000-7000-8000-00000000000b';
const payload = { id: POST, status: 'paid' };

test.each([
  { title: 'one to profiles', given: { audience: [ANA] }, topics: [`member:${ANA}`] },
  {
    title: 'one to a profile and its page',
    given: { audience: [ANA], watchers: true },
    topics: [`member:${ANA}`, `profile:${ANA}`],
  },
  { title: 'one to a post', given: { audience: [], post: POST }, topics: [`post:${POST}`] },
])('a message of the version before has topics: $title', ({ given, topics }) => {
  const body = JSON.stringify({ event: 'transactions', payload, ...given });
  expect(readEntry('realtime', body)).toEqual({
    channel: 'realtime',
    message: { event: 'transactions', topics, payload },
  });
  // And the version before can read what this one writes.
  const written = JSON.parse(bodyFor('realtime', { event: 'transactions', topics, payload }));
  expect(written).toMatchObject({ event: 'transactions', payload, ...given });
});

test('a message of this version is read as it was written', () => {
  const message = {
    event: 'transactions',
    topics: [`member:${ANA}`],
    payload,
    message: { key: 'k' },
  };
  expect(readEntry('realtime', bodyFor('realtime', message))).toEqual({
    channel: 'realtime',
    message,
  });
});

test('a change of access that the version before relayed as an event is a change of access', () => {
  const body = JSON.stringify({ event: 'accessChanged', audience: [], owners: [ANA] });
  expect(readEntry('realtime', body)).toEqual({
    channel: 'accessChanged',
    message: { owners: [ANA] },
  });
});

test('profiles that hid themselves in the version before have their topics checked again', () => {
  expect(readEntry('profilesHidden', JSON.stringify({ profileIds: [ANA] }))).toEqual({
    channel: 'accessChanged',
    message: { viewers: [ANA], owners: [ANA] },
  });
});

test('other channels are left as they are', () => {
  const message = { sessionIds: [ANA] };
  expect(readEntry('sessionsEnded', bodyFor('sessionsEnded', message))).toEqual({
    channel: 'sessionsEnded',
    message,
  });
});
