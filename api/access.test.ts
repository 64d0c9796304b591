// Every call of the contract, with every role and another person's ids: what is refused, to whom,
// and that nothing changed.
import { routes } from '@camarim/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { audienceOf, cases, CASES, ROLES, turnedAway } from './testing/access/cases.ts';
import { askAs, openWorld, snapshot, type World } from './testing/access/world.ts';
import { moreRefusals } from './testing/access/refusals.ts';
import { testApp } from './testing/app.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld(await testApp());
});

it('walks the whole contract', () => {
  expect(Object.keys(CASES).sort()).toEqual(Object.keys(routes).sort());
});

describe.each(ROLES)('as %s', (role) => {
  it.each(cases.filter(([, one]) => turnedAway(audienceOf(one), role)))(
    '%s is not for this role',
    async (key, one) => {
      const before = await snapshot(world);
      const { code } = await askAs(
        world,
        key,
        role,
        typeof one === 'string' ? {} : one.theirs(world.theirs),
      );
      expect(code).toBe(turnedAway(audienceOf(one), role));
      expect(await snapshot(world)).toEqual(before);
    },
  );

  it.each(cases.filter(([, one]) => typeof one !== 'string' && !turnedAway(one.for, role)))(
    '%s keeps what is somebody else’s',
    async (key, one) => {
      if (typeof one === 'string') throw new Error('filtered');
      const before = await snapshot(world);
      expect((await askAs(world, key, role, one.theirs(world.theirs))).code).toBe(one.refused);
      expect(await snapshot(world)).toEqual(before);
    },
  );
});

it.each(moreRefusals)('$key as $role answers $refused', async ({ role, key, refused, theirs }) => {
  const before = await snapshot(world);
  expect((await askAs(world, key, role, theirs(world.theirs))).code).toBe(refused);
  expect(await snapshot(world)).toEqual(before);
});

it('gives what it refuses to the others to its owner, so the refusals are not for another reason', async () => {
  const {
    app: { fan: davi, producer: iris },
    theirs,
  } = world;
  expect(
    (await iris.ask('GET /posts/{id}', { params: { id: theirs.hiddenPostId as never } })).status,
  ).toBe(200);
  expect(
    (
      await iris.ask('GET /comments', {
        query: { filter: `post_id:eq:${theirs.lockedPostId}` } as never,
      })
    ).status,
  ).toBe(200);
  expect(
    (await davi.ask('GET /funds/charges/{id}', { params: { id: theirs.chargeId as never } }))
      .status,
  ).toBe(200);
  expect(
    (await iris.ask('DELETE /comments/{id}', { params: { id: theirs.commentId as never } })).status,
  ).toBe(200);
  expect(
    (await iris.ask('DELETE /posts/{id}', { params: { id: theirs.lockedPostId as never } })).status,
  ).toBe(200);
  expect(
    (
      await iris.ask('DELETE /profiles/geolocation-block/{id}', {
        params: { id: theirs.geoBlockId as never },
      })
    ).status,
  ).toBe(200);
  expect(
    (await davi.ask('GET /exports/{id}/address', { params: { id: theirs.exportId } })).status,
  ).toBe(200);
  expect(
    (await davi.ask('DELETE /auth/passkeys/{id}', { params: { id: theirs.passkeyId } })).status,
  ).toBe(200);
  expect(
    (
      await davi.ask('DELETE /profiles/sessions/{id}', {
        params: { id: theirs.sessionId as never },
      })
    ).status,
  ).toBe(200);
});
