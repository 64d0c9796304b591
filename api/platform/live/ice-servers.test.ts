// The credentials of the TURN server have the form that coturn documents.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { fakeClock } from '../clock/fake.ts';
import { readConfig } from '../config/config.ts';
import { iceServersOf } from './ice-servers.ts';

const SECRET = 'a secret shared with the relay';
const NOW = new Date('2026-03-01T12:00:00Z');

test('browsers get STUN addresses as they are and TURN addresses with credentials for six hours', () => {
  const config = readConfig({
    LIVE_STUN_URLS: 'stun:turn.example.com:3478',
    LIVE_TURN_URLS: 'turn:turn.example.com:3478?transport=udp, turns:turn.example.com:443',
    LIVE_TURN_SECRET: SECRET,
  });
  const [stun, turn] = iceServersOf(config, fakeClock(NOW));
  expect(stun).toEqual({ urls: ['stun:turn.example.com:3478'] });
  expect(turn?.urls).toEqual([
    'turn:turn.example.com:3478?transport=udp',
    'turns:turn.example.com:443',
  ]);
  const [expiry, id] = turn?.username?.split(':') ?? [];
  expect(Number(expiry)).toBe(NOW.getTime() / 1_000 + 6 * 3_600);
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  // The formula of coturn's manual: base64(hmac(sha1, key = secret, input = user name)).
  expect(turn?.credential).toBe(
    createHmac('sha1', SECRET).update(`${expiry}:${id}`).digest('base64'),
  );
});

test('two connections get different user names, and an installation without servers none', () => {
  const config = readConfig({
    LIVE_TURN_URLS: 'turn:turn.example.com',
    LIVE_TURN_SECRET: SECRET,
  });
  const clock = fakeClock(NOW);
  expect(iceServersOf(config, clock)[0]?.username).not.toBe(
    iceServersOf(config, clock)[0]?.username,
  );
  expect(iceServersOf(readConfig({}), clock)).toEqual([]);
});
