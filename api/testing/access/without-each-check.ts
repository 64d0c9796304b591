// Removes each check of the policies in turn, and each refusal of decisions about what is one's
// own: the walk of access, or that of the team's own items, must fail every time, or it would prove
// nothing.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callAs, createAccessFixtures, type AccessFixtures } from './fixtures.ts';
import { refusals } from './refusals.ts';
import { type TestApp, testApp } from '../app.ts';
import { findChecks, findOwnRefusals } from './policy-checks.ts';
import { answerOf, expectedAnswer, STAFF_ITEM_CASES } from './staff/item-cases.ts';
import { ownerWithItems } from './staff/items.ts';
import { setStaffRole } from '../../features/auth/index.ts';
import { joinAdmin, stepUp } from '../producing.ts';

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

/** Describes the first wrong answer to an owner about what is theirs; null when all are right. */
const firstOwnDecision = async (
  app: TestApp,
  { person, items }: Awaited<ReturnType<typeof ownerWithItems>>,
): Promise<string | null> => {
  for (const one of STAFF_ITEM_CASES) {
    const answer = await answerOf(app, person, one, items);
    if (answer !== expectedAnswer(one, 'owner', 'own')) return `${one.key} ${one.item}: ${answer}`;
  }
  return null;
};

const createOwner = async () => {
  const app = await testApp();
  const { fan, producer } = app;
  const decider = await joinAdmin(app, 'decidiu');
  // Who could answer an appeal against what the owner decided or agreed to.
  await joinAdmin(app, 'responde');
  const own = await ownerWithItems(app, { fan, producer, decider }, 1);
  await setStaffRole(app.ctx, own.person.domainName, 'owner', 'for a test');
  app.clock.advance(5_000);
  await stepUp(app, own.person);
  return { app, own };
};

it('with all refusals a person of the team decides about nothing of their own', async () => {
  const { app, own } = await createOwner();
  expect(await firstOwnDecision(app, own)).toBeNull();
});

it.each(findOwnRefusals())(
  'without $file: refuseOwnDecision($condition) the walk of own items fails',
  async ({ id }) => {
    const { app, own } = await createOwner();
    globalThis.policyCheckAway = id;
    expect(await firstOwnDecision(app, own)).not.toBeNull();
  },
);
