// What every age verifier must do: confirm the age of a known adult, and refuse unknown people.
import { randomUUIDv7 } from 'node:crypto';
import type { ProfileId, SessionId, UserId } from '@camarim/contract/ids';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/app.ts';
import { NOWHERE } from '../http/place.ts';
import type { Viewer } from '../http/viewer.ts';
import { createAgeGate } from './age-gate.ts';
import { recordVerified } from './store.ts';
import { documentVerifier, localVerifier } from './verifiers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await recordVerified(app.ctx.db as never, app.producer.profileId as ProfileId, app.clock.now());
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
const WAYS = { local: () => localVerifier(), document: () => documentVerifier(app.ctx) };

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('%s', (name) => {
  test('the verifier has the name of its method', () => expect(WAYS[name]().method).toBe(name));
  test('the verifier confirms a known adult every time', async () => {
    const verifier = WAYS[name]();
    for (let time = 0; time < 2; time += 1)
      expect(await verifier.verify({ viewer: viewer(app.producer.profileId) })).toBe(true);
  });
});

test('the document verifier refuses visitors and members whose document was not reviewed', async () => {
  expect(await WAYS.document().verify({ viewer: null })).toBe(false);
  expect(await WAYS.document().verify({ viewer: viewer(app.fan.profileId) })).toBe(false);
});

test('the local age verifier is refused in production', () => {
  expect(() =>
    createAgeGate({ ...app.ctx, config: { ...app.ctx.config, production: true } }, [
      localVerifier(),
    ]),
  ).toThrow(/refused in production/);
});
