// The team through the application: invited by email, given roles, removed; never by oneself, and
// never without an owner.
import type { UserId } from '@camarim/contract/ids';
import type { StaffRole } from '@camarim/contract/staff';
import { MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { setStaffRole } from '../auth/index.ts';
import { TEST_PASSWORD, type TestApp, testApp } from '../../testing/app.ts';
import { joinAdmin, stepUp } from '../../testing/producing.ts';

let app: TestApp;
let owner: ApiClient;
let lastAct = '0';
beforeAll(async () => {
  app = await testApp();
  owner = await joinAdmin(app, 'chefia');
});
beforeEach(async () => {
  await stepUp(app, owner);
  const { rows } = await app.ctx.pool.query('SELECT max(id)::text AS id FROM admin_log');
  lastAct = (rows[0] as { id: string }).id;
});

const idOf = async ({ profileId }: ApiClient): Promise<UserId> => {
  const row = await app.ctx.db
    .selectFrom('profiles')
    .select('user_id')
    .where('id', '=', profileId)
    .executeTakeFirstOrThrow();
  return row.user_id as UserId;
};
const roleOf = async (person: ApiClient): Promise<StaffRole | null> => {
  app.clock.advance(5_000);
  return (await person.call('GET /auth')).staffRole;
};
const team = async (by = owner) => by.call('GET /dsb/team');
const invite = (email: string, role: StaffRole, by = owner) =>
  by.ask('POST /dsb/team/invitations', { body: { email, role } });
const change = async (person: ApiClient, role: StaffRole, by = owner) =>
  by.ask('PUT /dsb/team/{userId}', { params: { userId: await idOf(person) }, body: { role } });
const remove = async (person: ApiClient, by = owner) =>
  by.ask('DELETE /dsb/team/{userId}', {
    params: { userId: await idOf(person) },
    body: { reason: 'saiu' },
  });
const outcomeOf = ({ status, reply }: { status: number; reply: { code?: string } }) =>
  reply.code ?? status;

/** The tokens of the links that were sent to an address, oldest first. */
const tokensSentTo = async (address: string): Promise<string[]> => {
  await app.runJobs();
  const emails = (await app.ctx.mail.inbox?.list(100)) ?? [];
  return emails
    .filter(({ to }) => to === address)
    .flatMap(({ text }) => /\/account\/team#([\w-]+)/.exec(text)?.[1] ?? [])
    .toReversed();
};
const join = (person: ApiClient, token: string) =>
  person.ask('POST /team/join', { body: { token } });
const acts = async (): Promise<[string, string][]> => {
  const rows = await app.ctx.db
    .selectFrom('admin_log')
    .select(['action', 'reason'])
    .where('admin_profile_id', 'is not', null)
    .where('id', '>', lastAct as never)
    .orderBy('id')
    .execute();
  return rows.map(({ action, reason }) => [action, reason]);
};

test('a person who signed in was seen, though no page of theirs is open', async () => {
  const joined = (await team()).people.find(({ profile }) => profile.domainName === 'chefia');
  expect(joined?.lastSeenAt).not.toBeNull();
});

describe('an invitation', () => {
  test('the invited person joins with the account of the address, once, and has the role', async () => {
    const bia = await app.join('bia');
    expect(outcomeOf(await invite('BIA@example.com', 'support'))).toBe(200);
    expect((await team()).invitations).toMatchObject([
      { email: 'bia@example.com', role: 'support', invitedBy: 'chefia' },
    ]);
    const [token = ''] = await tokensSentTo('bia@example.com');
    expect(outcomeOf(await join(app.stranger, token))).toBe('team.otherAddress');
    expect(await join(bia, token)).toMatchObject({
      status: 200,
      reply: { data: { role: 'support', secondFactorNeeded: false } },
    });
    expect(outcomeOf(await join(bia, token))).toBe('token.invalid');
    expect(await roleOf(bia)).toBe('support');
    const { people, invitations } = await team();
    expect(invitations).toEqual([]);
    expect(people).toMatchObject([
      { role: 'owner', own: true, profile: { domainName: 'chefia' } },
      { role: 'support', own: false, secondFactor: false, profile: { domainName: 'bia' } },
    ]);
    expect(await acts()).toEqual([
      ['admin.invited', 'support'],
      ['admin.joined', 'none -> support'],
    ]);
  });

  test('a second invitation of an address replaces the first, whose link stops working', async () => {
    const caio = await app.join('caio');
    await invite('caio@example.com', 'support');
    await invite('caio@example.com', 'finance');
    const [first = '', second = ''] = await tokensSentTo('caio@example.com');
    expect((await team()).invitations).toMatchObject([{ role: 'finance' }]);
    expect(outcomeOf(await join(caio, first))).toBe('token.invalid');
    expect(outcomeOf(await join(caio, second))).toBe(200);
  });

  test('a withdrawn and an expired invitation give nothing', async () => {
    await invite('davi@example.com', 'support');
    const [{ id = '' } = {}] = (await team()).invitations;
    const withdraw = () => owner.ask('DELETE /dsb/team/invitations/{id}', { params: { id } });
    expect(outcomeOf(await withdraw())).toBe(200);
    expect(outcomeOf(await withdraw())).toBe('team.invitationNotFound');
    const [token = ''] = await tokensSentTo('davi@example.com');
    expect(outcomeOf(await join(app.fan, token))).toBe('token.invalid');

    await invite('davi@example.com', 'support');
    const [, late = ''] = await tokensSentTo('davi@example.com');
    await app.ctx.db
      .updateTable('staff_invitations')
      .set({ expires_at: app.clock.now() })
      .execute();
    expect(outcomeOf(await join(app.fan, late))).toBe('token.invalid');
    expect(await roleOf(app.fan)).toBeNull();
  });

  test.each(['removed', 'blocked', 'demoted'])(
    'an invitation of a person who was %s since gives nothing, and is not shown',
    async (how) => {
      const inviter = await joinAdmin(app, `convida-${how}`);
      const reserve = await app.join(`reserva-${how}`);
      expect(outcomeOf(await invite(`reserva-${how}@example.com`, 'owner', inviter))).toBe(200);
      const [token = ''] = await tokensSentTo(`reserva-${how}@example.com`);
      const end = {
        removed: () => remove(inviter),
        demoted: () => change(inviter, 'finance'),
        blocked: async () =>
          owner.ask('DELETE /dsb/user/{userId}', {
            params: { userId: await idOf(inviter) },
            body: { reason: 'abuso' },
          }),
      }[how];
      expect(outcomeOf((await end?.()) as never)).toBe(200);
      expect((await team()).invitations.map(({ email }) => email)).not.toContain(
        `reserva-${how}@example.com`,
      );
      expect(outcomeOf(await join(reserve, token))).toBe('token.invalid');
      expect(await roleOf(reserve)).toBeNull();
    },
  );

  test('a person of the team is not invited again, and an invitation needs a recent proof', async () => {
    await app.ctx.db
      .updateTable('users')
      .set({ email_confirmed_at: app.clock.now() })
      .where('id', '=', await idOf(owner))
      .execute();
    expect(outcomeOf(await invite('chefia@example.com', 'finance'))).toBe('team.alreadyMember');
    app.clock.advance(11 * MINUTE_MS);
    expect(outcomeOf(await invite('davi@example.com', 'finance'))).toBe('stepUp.required');
    await stepUp(app, owner);
    expect(outcomeOf(await invite('davi@example.com', 'finance'))).toBe(200);
  });
});

describe('roles', () => {
  test('a new role applies within seconds, and a removed person is a member again', async () => {
    const ana = await joinAdmin(app, 'ana', 'finance');
    expect((await ana.ask('GET /dsb/transactions')).status).toBe(200);
    expect(outcomeOf(await change(ana, 'support'))).toBe(200);
    expect(await roleOf(ana)).toBe('support');
    expect(outcomeOf(await ana.ask('GET /dsb/transactions'))).toBe('auth.rightMissing');
    expect(outcomeOf(await remove(ana))).toBe(200);
    expect(await roleOf(ana)).toBeNull();
    expect(outcomeOf(await ana.ask('GET /dsb/help'))).toBe('auth.adminsOnly');
    expect(outcomeOf(await change(ana, 'finance'))).toBe('team.notFound');
    expect(await acts()).toEqual([
      ['admin.roleChanged', 'finance -> support'],
      ['admin.removed', 'support -> none: saiu'],
    ]);
  });

  test('no administrator changes their own role, and only owners change those of others', async () => {
    const second = await joinAdmin(app, 'segunda');
    expect(outcomeOf(await change(second, 'finance', second))).toBe('decision.own');
    expect(outcomeOf(await remove(second, second))).toBe('decision.own');
    const ana = await joinAdmin(app, 'ana2', 'moderation');
    expect(outcomeOf(await change(second, 'finance', ana))).toBe('auth.rightMissing');
    expect(await roleOf(second)).toBe('owner');
    await setStaffRole(app.ctx, 'segunda', null, 'for a test');
  });

  test('one of two owners who remove each other at the same moment stays', async () => {
    const [one, other] = [await joinAdmin(app, 'uma'), await joinAdmin(app, 'outra')];
    await app.ctx.pool.query(
      `UPDATE users SET staff_role = 'finance' WHERE staff_role = 'owner'
        AND NOT id = ANY($1::uuid[])`,
      [[await idOf(one), await idOf(other)]],
    );
    const outcomes = (await Promise.all([remove(other, one), remove(one, other)])).map(outcomeOf);
    // The later one finds itself the last owner, or is no administrator any more.
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
    const { rows } = await app.ctx.pool.query(
      `SELECT count(*)::int AS owners FROM users WHERE staff_role = 'owner'`,
    );
    expect(rows[0]).toEqual({ owners: 1 });
    await app.ctx.pool.query(`UPDATE users SET staff_role = 'owner' WHERE id = $1`, [
      await idOf(owner),
    ]);
    await setStaffRole(app.ctx, 'uma', null, 'for a test');
    await setStaffRole(app.ctx, 'outra', null, 'for a test');
    app.clock.advance(5_000);
  });

  test('a moderator can’t block a person of the team, an owner can', async () => {
    const [moderator, ana] = [
      await joinAdmin(app, 'moderadora', 'moderation'),
      await joinAdmin(app, 'ana3', 'support'),
    ];
    const block = async (person: ApiClient, by: ApiClient) =>
      outcomeOf(
        await by.ask('DELETE /dsb/user/{userId}', {
          params: { userId: await idOf(person) },
          body: { reason: 'abuso' },
        }),
      );
    expect(await block(ana, moderator)).toBe('auth.rightMissing');
    expect(await block(await app.join('bloqueada'), moderator)).toBe(200);
    expect(await block(ana, owner)).toBe(200);
    expect((await ana.ask('GET /auth')).status).toBe(401);
  });
});

test('an administrator of another role gets no email about what they can’t decide', async () => {
  await joinAdmin(app, 'financas-ana', 'finance');
  await joinAdmin(app, 'modera-dois', 'moderation');
  await app.fan.call('POST /reports', {
    body: {
      targetKind: 'profile',
      targetId: app.producer.profileId,
      reason: 'minor',
      text: '',
    },
  });
  await app.runJobs();
  const emails = (await app.ctx.mail.inbox?.list(100)) ?? [];
  const emailed = (name: string) =>
    emails.some(({ to, text }) => to === `${name}@example.com` && text.includes('/dsb/reports'));
  expect([emailed('chefia'), emailed('modera-dois'), emailed('financas-ana')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('the last owner can’t remove their account until there is another', async () => {
  const removal = async () => {
    await stepUp(app, owner);
    await owner.call('POST /auth/remove');
    await app.runJobs();
    const emails = (await app.ctx.mail.inbox?.list(100)) ?? [];
    const token = emails.flatMap(
      ({ text }) => /\/account\/remove#([\w-]+)/.exec(text)?.[1] ?? [],
    )[0];
    return app.visitor.ask('POST /auth/remove-confirm', {
      body: { email: 'chefia@example.com', token: token ?? '', password: TEST_PASSWORD },
    });
  };
  expect(outcomeOf(await removal())).toBe('team.lastOwner');
  expect(await roleOf(owner)).toBe('owner');
  await joinAdmin(app, 'terceira');
  expect(outcomeOf(await removal())).toBe(200);
});
