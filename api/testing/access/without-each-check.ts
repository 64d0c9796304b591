// Takes the checks of the policies away one by one: each time somebody must get what is not theirs,
// or the walk would prove nothing.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { askAs, openWorld, type World } from './world.ts';
import { refusals } from './refusals.ts';
import { testApp } from '../app.ts';
import { findChecks } from './policy-checks.ts';

declare global {
  // Read by the policies as vitest.policies.config.ts rewrites them.
  var policyCheckAway: string | undefined;
}

/** The first of the walk's refusals that is none, or another one; null when all hold. */
const firstBreach = async (world: World): Promise<string | null> => {
  for (const { role, key, refused, theirs } of refusals) {
    const { status, code } = await askAs(world, key, role, theirs(world.theirs));
    if (code !== refused) return `${role} ${key}: ${code ?? status} instead of ${refused}`;
  }
  return null;
};

afterEach(() => {
  globalThis.policyCheckAway = undefined;
});

describe('with all checks', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(await testApp());
  });
  it('nobody gets what is not theirs', async () => expect(await firstBreach(world)).toBeNull());
});

describe.each(findChecks())('without $file: $condition ($code)', ({ id }) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(await testApp());
  });
  it('the walk finds it', async () => {
    globalThis.policyCheckAway = id;
    expect(await firstBreach(world)).not.toBeNull();
  });
});
