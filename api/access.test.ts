// Makes every call of the contract with every role and with ids of other people: each must be
// refused with its code, and change nothing.
import { routes } from '@camarim/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from './testing/access/access-case.ts';
import { audienceOf, accessCases, ACCESS_CASES, expectedRefusal } from './testing/access/cases.ts';
import {
  callAs,
  createAccessFixtures,
  snapshot,
  type AccessFixtures,
} from './testing/access/fixtures.ts';
import { specialRefusals } from './testing/access/refusals.ts';
import { testApp } from './testing/app.ts';

let fixtures: AccessFixtures;

beforeAll(async () => {
  fixtures = await createAccessFixtures(await testApp());
});

it('the access cases cover every route of the contract', () => {
  expect(Object.keys(ACCESS_CASES).sort()).toEqual(Object.keys(routes).sort());
});

describe.each(ROLES)('as %s', (role) => {
  it.each(accessCases.filter(([, one]) => expectedRefusal(audienceOf(one), role)))(
    '%s is refused and changes nothing',
    async (key, one) => {
      const before = await snapshot(fixtures);
      const { code } = await callAs(
        fixtures,
        key,
        role,
        typeof one === 'string' ? {} : one.resources(fixtures.resources),
      );
      expect(code).toBe(expectedRefusal(audienceOf(one), role));
      expect(await snapshot(fixtures)).toEqual(before);
    },
  );

  it.each(
    accessCases.filter(([, one]) => typeof one !== 'string' && !expectedRefusal(one.for, role)),
  )('%s refuses a resource of another person and changes nothing', async (key, one) => {
    if (typeof one === 'string') throw new Error('filtered');
    const before = await snapshot(fixtures);
    expect((await callAs(fixtures, key, role, one.resources(fixtures.resources))).code).toBe(
      one.refused,
    );
    expect(await snapshot(fixtures)).toEqual(before);
  });
});

it.each(specialRefusals)(
  '$key as $role answers $refused',
  async ({ role, key, refused, resources }) => {
    const before = await snapshot(fixtures);
    expect((await callAs(fixtures, key, role, resources(fixtures.resources))).code).toBe(refused);
    expect(await snapshot(fixtures)).toEqual(before);
  },
);

it('owners of the same resources get them, so the refusals have no other cause', async () => {
  const {
    app: { fan: davi, producer: iris },
    resources,
  } = fixtures;
  expect(
    (await iris.ask('GET /posts/{id}', { params: { id: resources.hiddenPostId } })).status,
  ).toBe(200);
  expect(
    (
      await iris.ask('GET /comments', {
        query: { filter: `post_id:eq:${resources.lockedPostId}` },
      })
    ).status,
  ).toBe(200);
  expect(
    (await davi.ask('GET /funds/charges/{id}', { params: { id: resources.chargeId } })).status,
  ).toBe(200);
  expect(
    (await iris.ask('DELETE /comments/{id}', { params: { id: resources.commentId } })).status,
  ).toBe(200);
  expect(
    (await iris.ask('DELETE /posts/{id}', { params: { id: resources.lockedPostId } })).status,
  ).toBe(200);
  expect(
    (
      await iris.ask('DELETE /profiles/geolocation-block/{id}', {
        params: { id: resources.geoBlockId },
      })
    ).status,
  ).toBe(200);
  expect(
    (await davi.ask('GET /exports/{id}/address', { params: { id: resources.exportId } })).status,
  ).toBe(200);
  expect(
    (await davi.ask('DELETE /auth/passkeys/{id}', { params: { id: resources.passkeyId } })).status,
  ).toBe(200);
  expect(
    (
      await davi.ask('DELETE /profiles/sessions/{id}', {
        params: { id: resources.sessionId },
      })
    ).status,
  ).toBe(200);
});
