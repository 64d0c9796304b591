// Removes each check of the policies in turn: the access walk must fail every time, or it would
// prove nothing.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callAs, createAccessFixtures, type AccessFixtures } from './fixtures.ts';
import { refusals } from './refusals.ts';
import { testApp } from '../app.ts';
import { findChecks } from './policy-checks.ts';

declare global {
  // Read by the policies as vitest.policies.config.ts rewrites them.
  var policyCheckAway: string | undefined;
}

/** Describes the first call that was not refused as expected; null when all were. */
const firstWrongAnswer = async (fixtures: AccessFixtures): Promise<string | null> => {
  for (const { role, key, refused, resources } of refusals) {
    const { status, code } = await callAs(fixtures, key, role, resources(fixtures.resources));
    if (code !== refused) return `${role} ${key}: ${code ?? status} instead of ${refused}`;
  }
  return null;
};

afterEach(() => {
  globalThis.policyCheckAway = undefined;
});

describe('with all policy checks', () => {
  let fixtures: AccessFixtures;
  beforeAll(async () => {
    fixtures = await createAccessFixtures(await testApp());
  });
  it('every forbidden call is refused', async () =>
    expect(await firstWrongAnswer(fixtures)).toBeNull());
});

describe.each(findChecks())('without $file: $condition ($code)', ({ id }) => {
  let fixtures: AccessFixtures;
  beforeAll(async () => {
    fixtures = await createAccessFixtures(await testApp());
  });
  it('the access walk fails', async () => {
    globalThis.policyCheckAway = id;
    expect(await firstWrongAnswer(fixtures)).not.toBeNull();
  });
});
