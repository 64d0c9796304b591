// Calls every route of administrators with every role of the team: the roles that the table names
// are let in, the others are refused for want of the right.
import { type RouteKey, routes } from '@camarim/contract';
import type { RouteDefinition } from '@camarim/contract/route';
import {
  hasRight,
  STAFF_RIGHTS,
  STAFF_ROLES,
  type StaffRole,
  STEP_UP_RIGHTS,
} from '@camarim/contract/staff';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApiClient } from './api-client.ts';
import { setStaffRole } from './features/auth/index.ts';
import {
  answerOf,
  expectedAnswer,
  outcomeOf,
  STAFF_ITEM_CASES,
} from './testing/access/staff/item-cases.ts';
import { ownerWithItems, type StaffItems } from './testing/access/staff/items.ts';
import { type TestApp, testApp } from './testing/app.ts';
import { joinAdmin, signupOf, stepUp, viewDocuments } from './testing/producing.ts';

/**
 * Expected permissions, written apart from contract/staff.ts: the initials of the roles that may
 * call a route.
 */
const ALLOWED: Record<string, string> = {
  'GET /dsb': 'OFR',
  'GET /dsb/export': 'OFR',

  'GET /dsb/todo': 'OFMS',
  'POST /dsb/todo/{kind}/{id}/claim': 'OFMS',
  'DELETE /dsb/todo/{kind}/{id}/claim': 'OFMS',
  'PUT /dsb/todo/{kind}/{id}/assignee': 'OFMS',
  'PUT /dsb/todo/{kind}/{id}/snooze': 'OFMS',

  'GET /dsb/user': 'OFMSR',
  'GET /dsb/user/{userId}': 'OFMSR',
  'GET /dsb/user/{userId}/sessions': 'OFMSR',
  'GET /dsb/user/{userId}/reports': 'OFMSR',
  'GET /dsb/user/{userId}/decisions': 'OFMSR',
  'GET /dsb/user/{userId}/follows': 'OFMSR',
  'GET /dsb/user/{userId}/followers': 'OFMSR',
  'GET /dsb/user/{userId}/notes': 'OFMSR',
  'POST /dsb/user/{userId}/notes': 'OFMS',
  'DELETE /dsb/user/{userId}': 'OM',
  'POST /dsb/user/{userId}/unblock': 'OM',

  'GET /dsb/verifications': 'OM',
  'GET /dsb/producer': 'OM',
  'GET /dsb/producer/{producerId}': 'OM',
  'GET /profiles/get-approve/{approveToken}': 'OM',
  'POST /profiles/approve-producer': 'OM',
  'GET /dsb/performers': 'OM',
  'GET /dsb/performers/{id}/consents': 'OM',
  'POST /dsb/performers/{id}': 'OM',
  'GET /dsb/age': 'OM',
  'POST /dsb/age/{id}': 'OM',
  'GET /dsb/age-settings': 'OMR',
  'PUT /dsb/age-settings': 'O',

  'GET /dsb/reports': 'OMSR',
  'POST /dsb/reports/{id}': 'OM',
  'GET /dsb/reviews': 'OMSR',
  'POST /dsb/reviews/{id}': 'OM',
  'POST /dsb/reviews/{id}/restore': 'OM',
  'GET /dsb/reviews/producer/{producerId}': 'OMSR',
  'GET /dsb/review-settings': 'OMR',
  'PUT /dsb/review-settings': 'O',
  'GET /dsb/removals': 'OMSR',
  'GET /dsb/removals/{id}/items': 'OMSR',
  'POST /dsb/removals/{id}': 'OM',
  'GET /dsb/legal-holds': 'OMSR',
  'POST /dsb/legal-holds': 'OM',
  'POST /dsb/legal-holds/{id}/release': 'OM',
  'GET /dsb/medias': 'OMSR',
  'GET /dsb/medias/{id}/credentials': 'OMSR',
  'POST /dsb/medias/{id}/ai': 'OM',
  'POST /dsb/posts/{id}/ai': 'OM',
  'POST /dsb/medias/{id}/retry': 'OM',
  'POST /dsb/medias/{id}/cancel': 'OM',
  'POST /dsb/medias/{id}/take-down': 'OM',
  'GET /dsb/lives': 'OMSR',
  'POST /dsb/lives/{id}/decisions': 'OM',
  'GET /dsb/lives/frames': 'OMSR',
  'GET /dsb/lives/frames/{id}/image': 'OMSR',

  'GET /dsb/help': 'OMSR',
  'POST /dsb/help/{id}': 'OMS',
  'GET /dsb/orders': 'OFMSR',
  'POST /dsb/orders/{id}': 'OMS',

  'GET /dsb/debts': 'OFR',
  'GET /dsb/disputes': 'OFR',
  'POST /dsb/disputes/{id}': 'OF',
  'GET /dsb/fraud': 'OFR',
  'GET /dsb/fraud/settings': 'OFR',
  'PUT /dsb/fraud/settings': 'OF',
  'POST /dsb/fraud/{id}': 'OF',
  'GET /dsb/transactions': 'OFR',
  'POST /dsb/transactions/{id}/release': 'OF',
  'POST /dsb/transactions/{id}/reverse': 'OF',
  'POST /dsb/transactions/{id}/reverse-payment': 'OF',
  'POST /dsb/transactions/{id}/charge-back': 'OF',
  'GET /dsb/cash-outs': 'OFR',
  'POST /dsb/cash-outs': 'OF',
  'POST /dsb/cash-outs/{id}': 'OF',
  'GET /dsb/statement-days': 'OFR',
  'GET /dsb/statement-differences': 'OFR',
  'POST /dsb/statement-differences/{id}': 'OF',
  'GET /dsb/fees/{producerId}': 'OFR',
  'PUT /dsb/fees/{producerId}': 'OF',
  'GET /dsb/payout-rules/{producerId}': 'OFR',
  'PUT /dsb/payout-rules/{producerId}': 'OF',

  'GET /dsb/audit': 'OR',
  'GET /dsb/audit/export': 'OR',
  'POST /dsb/audit/check': 'OR',
  'GET /dsb/packs': 'O',
  'POST /dsb/packs': 'O',
  'GET /dsb/packs/{id}/file': 'O',

  'GET /dsb/team': 'OFMSR',
  'POST /dsb/team/invitations': 'O',
  'DELETE /dsb/team/invitations/{id}': 'O',
  'PUT /dsb/team/{userId}': 'O',
  'DELETE /dsb/team/{userId}': 'O',
};

const all = Object.entries(routes) as [RouteKey, RouteDefinition][];
const ofAdmins = all.filter(([, { auth }]) => auth === 'admin');
const letterOf = (role: StaffRole): string => role.charAt(0).toUpperCase();

let app: TestApp;
let people: Record<StaffRole, ApiClient>;
/** One person's own things, and things of other people: fresh ones for each role. */
let world: {
  own: Awaited<ReturnType<typeof ownerWithItems>>;
  others: Record<StaffRole, StaffItems>;
};
beforeAll(async () => {
  app = await testApp();
  const joined: [StaffRole, ApiClient][] = [];
  for (const role of STAFF_ROLES)
    joined.push([role, await joinAdmin(app, `papel-${role.toLowerCase()}`, role)]);
  people = Object.fromEntries(joined) as typeof people;
  const around = { fan: app.fan, producer: app.producer, decider: await joinAdmin(app, 'decidiu') };
  const own = await ownerWithItems(app, around, 0);
  const others: [StaffRole, StaffItems][] = [];
  for (const [index, role] of STAFF_ROLES.entries())
    others.push([role, (await ownerWithItems(app, around, index + 1)).items]);
  world = { own, others: Object.fromEntries(others) as typeof world.others };
});

describe('the table of roles', () => {
  it('the table of roles names every route of administrators, and every route of /dsb is one', () => {
    expect(Object.keys(ALLOWED).sort()).toEqual(ofAdmins.map(([key]) => key).sort());
    const open = all.filter(([key, { auth }]) => key.includes(' /dsb') && auth !== 'admin');
    expect(open.map(([key]) => key)).toEqual([]);
  });

  it.each(ofAdmins)(
    '%s names a right of the list, which the roles of the table have',
    (key, { right }) => {
      expect(STAFF_RIGHTS).toContain(right);
      const roles = STAFF_ROLES.filter((role) => hasRight(role, right ?? 'team.decide'));
      expect(roles.map(letterOf).join('')).toBe(ALLOWED[key]);
    },
  );

  it('every call that decides over money, identity or power needs a step-up', () => {
    const deciding = ofAdmins.filter(([, { right }]) =>
      (STEP_UP_RIGHTS as readonly unknown[]).includes(right),
    );
    expect(deciding.length).toBeGreaterThan(15);
    expect(deciding.filter(([, { stepUp }]) => !stepUp).map(([key]) => key)).toEqual([]);
  });

  it('no route that changes something is open to a role that only reads', () => {
    // A check of the audit log adds only the entry that says who checked.
    const changing = ofAdmins.filter(
      ([key]) => !key.startsWith('GET ') && key !== 'POST /dsb/audit/check',
    );
    for (const [key, { right }] of changing)
      expect([key, hasRight('readOnly', right as never)]).toEqual([key, false]);
  });
});

/** Routes whose items are no person's; all others with an item are walked by real items below. */
const OF_NO_PERSON = ['GET /dsb/packs/{id}/file', 'DELETE /dsb/team/invitations/{id}'];
const namesItem = ([key, { body }]: [RouteKey, RouteDefinition]): boolean =>
  key.includes('{') ||
  /"(ids|profileId|producerId|subjectId)":/.test(
    JSON.stringify(
      body ? z.toJSONSchema(body as z.ZodType, { io: 'input', unrepresentable: 'any' }) : {},
    ),
  );
const withItem = ofAdmins
  .filter((one) => namesItem(one) && !OF_NO_PERSON.includes(one[0]))
  .map(([key]) => key);
const withoutItem = ofAdmins.map(([key]) => key).filter((key) => !withItem.includes(key));

/** Entries of the audit log by this person. */
const entriesOf = async ({ profileId }: ApiClient): Promise<number> => {
  const sql = 'SELECT count(*)::int AS entries FROM admin_log WHERE admin_profile_id = $1';
  return (await app.ctx.pool.query(sql, [profileId])).rows[0].entries;
};

it('the walk of items covers every route of administrators that names an item of a person', () => {
  const walked = new Set(STAFF_ITEM_CASES.map(({ key }) => key));
  expect([...walked].sort()).toEqual([...withItem].sort());
});

describe.each(STAFF_ROLES)('as %s', (role) => {
  it.each(withoutItem)('%s lets the role in, or refuses it for the right', async (key) => {
    const { code = '' } = await outcomeOf(app, people[role], key, {});
    if (ALLOWED[key]?.includes(letterOf(role))) expect(code).not.toMatch(/^auth\./);
    else expect(code).toBe('auth.rightMissing');
  });

  it('the role decides and is logged as far as its rights go, and never about its own items', async () => {
    const { own, others } = world;
    await setStaffRole(app.ctx, own.person.domainName, role, 'for a test');
    app.clock.advance(5_000);
    await stepUp(app, own.person);
    await stepUp(app, people[role]);
    const answers: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const one of STAFF_ITEM_CASES) {
      const name = `${one.key} ${one.item ?? ''}`.trim();
      const refused = await answerOf(app, own.person, one, own.items);
      const decides = !one.key.startsWith('GET ');
      const before = decides && (await entriesOf(people[role]));
      const answer = await answerOf(app, people[role], one, others[role]);
      const logged = decides && (await entriesOf(people[role])) > Number(before);
      answers[name] = { own: refused, other: answer, logged };
      const other = expectedAnswer(one, role, 'other');
      expected[name] = {
        own: expectedAnswer(one, role, 'own'),
        other,
        logged: decides && other === 'done',
      };
    }
    expect(answers).toEqual(expected);
  });
});

it('a document is no longer served to a person whose new role does not see identities', async () => {
  const reviewer = await joinAdmin(app, 'muda-de-papel', 'moderation');
  const candidate = await app.join('candidata');
  await candidate.call('POST /profiles/became-producer', { body: await signupOf(app, candidate) });
  const { documents } = await reviewer.call('GET /dsb/producer/{producerId}', {
    params: { producerId: candidate.profileId },
  });
  await viewDocuments(app, reviewer, documents);
  await setStaffRole(app.ctx, 'muda-de-papel', 'support', 'for a test');
  app.clock.advance(5_000);
  await expect(viewDocuments(app, reviewer, documents)).rejects.toThrow('answered 403');
});
