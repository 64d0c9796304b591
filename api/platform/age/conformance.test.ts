// What every way of showing one's age must do: vouch for somebody it knows to be an adult, for
// nobody it does not know.
import { randomUUIDv7 } from 'node:crypto';
import type { ProfileId, SessionId, UserId } from '@camarim/contract/ids';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/app.ts';
import { NOWHERE } from '../http/place.ts';
import type { Viewer } from '../http/viewer.ts';
import { createAgeDoor } from './door.ts';
import { noteVerified } from './store.ts';
import { documentVerifier, localVerifier } from './verifiers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await noteVerified(
    app.platform.db as never,
    app.producer.profileId as ProfileId,
    app.clock.now(),
  );
});

const viewer = (profileId: string): Viewer => ({
  userId: randomUUIDv7() as UserId,
  profileId: profileId as ProfileId,
  place: NOWHERE,
  sessionId: randomUUIDv7() as SessionId,
  producer: false,
  earner: false,
  admin: false,
});
const WAYS = { local: () => localVerifier(), document: () => documentVerifier(app.platform) };

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('%s', (name) => {
  test('has the name it is asked for by', () => expect(WAYS[name]().method).toBe(name));
  test('vouches for an adult it knows, again and again', async () => {
    const verifier = WAYS[name]();
    for (let time = 0; time < 2; time += 1)
      expect(await verifier.verify({ viewer: viewer(app.producer.profileId) })).toBe(true);
  });
});

test('document vouches neither for visitors nor for members nobody looked at', async () => {
  expect(await WAYS.document().verify({ viewer: null })).toBe(false);
  expect(await WAYS.document().verify({ viewer: viewer(app.fan.profileId) })).toBe(false);
});

test('local is refused in production', () => {
  expect(() =>
    createAgeDoor({ ...app.platform, config: { ...app.platform.config, production: true } }, [
      localVerifier(),
    ]),
  ).toThrow(/refused in production/);
});
