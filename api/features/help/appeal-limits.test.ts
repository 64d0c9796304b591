// What a won appeal may undo, and who may answer it: only the contested act, and only by people who
// could also undo it without an appeal.
import { setTimeout as sleep } from 'node:timers/promises';
import type { UserId } from '@camarim/contract/ids';
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { partyOf } from '../../testing/lives/party.ts';
import { disputedOrder } from '../../testing/orders/ordering.ts';
import { joinAdmin, stepUp } from '../../testing/producing.ts';
import { joinProducer } from '../../testing/publishing.ts';

const REASON = 'O motivo da decisão';
let app: TestApp;
let first: ApiClient;
let second: ApiClient;
beforeAll(async () => {
  app = await testApp();
  first = await joinAdmin(app, 'decidiu');
  second = await joinAdmin(app, 'decide');
});
beforeEach(async () => {
  await stepUp(app, first);
  await stepUp(app, second);
});

const ticket = async (id: string, reader = second) =>
  (await reader.call('GET /dsb/help')).find((one) => one.id === id);
const answer = (id: string, outcome: 'upheld' | 'overturned', by = second) =>
  by.ask('POST /dsb/help/{id}', {
    params: { id },
    body: { answer: 'Vimos de novo.', outcome },
  });
const mailsTo = async ({ domainName }: ApiClient): Promise<string> => {
  await app.runJobs();
  const inbox = (await app.ctx.mail.inbox?.list(200)) ?? [];
  const mine = inbox.filter(({ to }) => to === `${domainName}@example.com`);
  return mine.map(({ text }) => text).join('\n');
};

test('only who may unblock an administrator ends such a block by an appeal', async () => {
  const blocked = await joinAdmin(app, 'financista', 'finance');
  const moderator = await joinAdmin(app, 'moderadora', 'moderation');
  const { rows } = await app.ctx.pool.query<{ id: UserId }>(
    'SELECT user_id AS id FROM profiles WHERE id = $1',
    [blocked.profileId],
  );
  const userId = rows[0]?.id as UserId;
  await first.call('DELETE /dsb/user/{userId}', { params: { userId }, body: { reason: REASON } });
  const token = /help\/contest#(block\.[\w.-]+)/.exec(await mailsTo(blocked))?.[1] ?? '';
  await app.visitor.call('POST /publics/help/appeal', { body: { token, message: 'Não fui eu.' } });
  const open = (await second.call('GET /dsb/help')).find(
    ({ profile }) => profile?.id === blocked.profileId,
  );
  const id = open?.id ?? '';
  expect((await ticket(id))?.right).toBe('team.decide');
  expect((await answer(id, 'overturned', moderator)).reply.code).toBe('auth.rightMissing');
  expect((await answer(id, 'upheld', moderator)).reply.code).toBe('auth.rightMissing');
  expect((await answer(id, 'overturned')).status).toBe(200);
});

test('an appeal against a block by two people is answered by neither of them, while another can', async () => {
  const own = await testApp();
  const [proposes, agrees] = [await joinAdmin(own, 'propoe'), await joinAdmin(own, 'concorda')];
  const blocked = await joinAdmin(own, 'bloqueada', 'moderation');
  const { rows } = await own.ctx.pool.query<{ id: UserId }>(
    'SELECT user_id AS id FROM profiles WHERE id = $1',
    [blocked.profileId],
  );
  const userId = rows[0]?.id as UserId;
  const block = (by: ApiClient) =>
    by.call('DELETE /dsb/user/{userId}', { params: { userId }, body: { reason: REASON } });
  (own.ctx.config as { adminSecondPerson: boolean }).adminSecondPerson = true;
  for (const one of [proposes, agrees]) await stepUp(own, one);
  // An earlier block of theirs, of which the proposer is no decider any more.
  const other = await joinAdmin(own, 'terceira');
  await stepUp(own, other);
  for (const one of [other, agrees]) await block(one);
  own.clock.advance(1000);
  await agrees.call('POST /dsb/user/{userId}/unblock', {
    params: { userId },
    body: { reason: REASON },
  });
  own.clock.advance(1000);
  expect((await block(proposes)).blocked).toBe(false);
  own.clock.advance(1000);
  expect((await block(agrees)).blocked).toBe(true);
  await own.runJobs();
  const inbox = (await own.ctx.mail.inbox?.list(200)) ?? [];
  const links = inbox.flatMap(({ text }) => /help\/contest#(block\.[\w.-]+)/.exec(text)?.[1] ?? []);
  const token = links[0] ?? '';
  await own.visitor.call('POST /publics/help/appeal', { body: { token, message: 'Não fui eu.' } });
  const [ticketOf] = await proposes.call('GET /dsb/help');
  const id = ticketOf?.id ?? '';
  expect(ticketOf).toMatchObject({
    mine: true,
    contested: {
      act: 'Conta bloqueada',
      deciders: expect.arrayContaining([
        { domainName: 'propoe', role: 'owner' },
        { domainName: 'concorda', role: 'owner' },
      ]),
      userId,
    },
  });
  expect(ticketOf?.contested?.deciders).toHaveLength(2);
  expect((await answer(id, 'upheld', proposes)).reply.code).toBe('ticket.otherAdmin');
  expect((await answer(id, 'upheld', agrees)).reply.code).toBe('ticket.otherAdmin');
  expect(await other.call('GET /dsb/help')).toMatchObject([{ mine: false }]);
  expect((await answer(id, 'upheld', other)).status).toBe(200);
});

describe('who agreed to something before another person decided', () => {
  let contester: ApiClient;
  beforeAll(async () => {
    contester = await app.join('contesta');
    await joinAdmin(app, 'reserva');
  });
  type Act = { action: string; subjectId: string };
  /** An appeal against an act that stands in the log as one of `first`, after one of `second`. */
  const appealAfter = async (agreed: Act, { action, subjectId }: Act): Promise<string> => {
    const { profileId } = contester;
    const now = app.clock.now();
    const { rows } = await app.ctx.pool.query<{ id: string }>(
      `INSERT INTO admin_log (admin_profile_id, action, profile_id, subject_id, created_at)
        VALUES ($1, $2, $7, $3, $8), ($4, $5, $7, $6, $8) RETURNING id`,
      [
        second.profileId,
        agreed.action,
        agreed.subjectId,
        first.profileId,
        action,
        subjectId,
        profileId,
        now,
      ],
    );
    const id = newId();
    await app.ctx.pool.query(
      `INSERT INTO help_tickets (id, profile_id, message, created_at, due_at, appeals)
        VALUES ($1, $2, 'Não concordo.', $3, $4, $5)`,
      [id, profileId, now, new Date(now.getTime() + HOUR_MS), rows.at(-1)?.id],
    );
    return id;
  };
  const [one, other] = [newId(), newId()];

  test.each([
    ['a refused cash-out', 'cashOut', one, 'cashOut.refused', one],
    ['another cash-out than the refused one', 'cashOut', other, 'cashOut.refused', one],
    ['a refused producer', 'producer', one, 'producer.rejected', one],
    ['a block of another account', 'user', other, 'user.blocked', one],
  ])(
    'a person who agreed to %s answers the appeal',
    async (_, agreed, about, action, subjectId) => {
      const act = { action: `${agreed}.agreed`, subjectId: about };
      const id = await appealAfter(act, { action, subjectId });
      expect((await ticket(id))?.mine).toBe(false);
      expect((await answer(id, 'upheld', first)).reply.code).toBe('ticket.otherAdmin');
      expect((await answer(id, 'upheld')).status).toBe(200);
    },
  );

  test('a person who agreed to the block, or to the rules of the hold, does not answer the appeal', async () => {
    const rules = `payoutRules/${contester.profileId}`;
    for (const [agreed, about, action] of [
      ['user.agreed', one, 'user.blocked'],
      ['payoutRules.agreed', rules, 'payoutRules.held'],
    ] as const) {
      const act = { action, subjectId: one };
      const id = await appealAfter({ action: agreed, subjectId: about }, act);
      expect((await ticket(id))?.mine).toBe(true);
      expect((await answer(id, 'upheld')).reply.code).toBe('ticket.otherAdmin');
    }
  });
});

describe('a show with two decisions', () => {
  const decide = (id: string, decision: 'warn' | 'blur' | 'pause' | 'resume') =>
    first.call('POST /dsb/lives/{id}/decisions', {
      params: { id: id as never },
      body: { decision, reason: REASON },
    });
  const stateOf = async (id: string) =>
    (
      await app.ctx.pool.query(
        'SELECT blurred_at IS NOT NULL AS blurred, withheld_at IS NOT NULL AS paused FROM lives WHERE id = $1',
        [id],
      )
    ).rows[0];
  /** The appeals against the decisions on a new show, in their order. */
  const contested = async (name: string, ...decisions: Parameters<typeof decide>[1][]) => {
    const producer = await joinProducer(app, name);
    const liveId = await partyOf(app, producer);
    for (const decision of decisions) {
      await decide(liveId, decision);
      app.clock.advance(1000);
    }
    const ids = [];
    const listed = await producer.call('GET /help/decisions');
    for (const { id } of listed.toReversed()) {
      const body = { message: 'Não concordo.', decision: id };
      ids.push((await producer.call('POST /profiles/help', { body })).id);
    }
    return { producer, liveId, ids };
  };

  test('a won appeal against a pause leaves the blur, which has an appeal of its own', async () => {
    const { liveId, ids } = await contested('duas', 'blur', 'pause');
    const [blur = '', pause = ''] = ids;
    await answer(pause, 'overturned');
    expect(await stateOf(liveId)).toEqual({ blurred: true, paused: false });
    expect((await ticket(blur))?.effect).toBe('resumes');
    await answer(blur, 'overturned');
    expect(await stateOf(liveId)).toEqual({ blurred: false, paused: false });
  });

  test('a pause is in force after a later blur and a later warning, and a won appeal ends it', async () => {
    const { producer, liveId, ids } = await contested('avisada', 'pause', 'blur', 'warn');
    expect(await Promise.all(ids.map(async (id) => (await ticket(id))?.effect))).toEqual([
      'resumes',
      'resumes',
      'none',
    ]);
    const links = (await mailsTo(producer)).match(/help\?appeal=[\w-]+/g) ?? [];
    expect(new Set(links).size).toBe(3);
    await answer(ids[0] ?? '', 'overturned');
    expect(await stateOf(liveId)).toEqual({ blurred: true, paused: false });
  });

  test('the newer of two pauses of a show is the only one in force', async () => {
    const { ids } = await contested('pausas', 'pause', 'resume', 'pause');
    expect(await Promise.all(ids.map(async (id) => (await ticket(id))?.effect))).toEqual([
      'none',
      'resumes',
    ]);
  });
});

test('an appeal is answered by who decided where the only other administrator is its person', async () => {
  const own = await testApp();
  const [one, other] = [await joinAdmin(own, 'chefe'), await joinAdmin(own, 'outra')];
  const orderId = await disputedOrder(own, other, await joinProducer(own, 'vende'));
  await one.call('POST /dsb/orders/{id}', {
    params: { id: orderId },
    body: { outcome: 'settle', reason: REASON },
  });
  const [decision] = await other.call('GET /help/decisions');
  const { id } = await other.call('POST /profiles/help', {
    body: { message: 'Não concordo.', decision: decision?.id ?? '' },
  });
  expect((await answer(id, 'upheld', other)).reply.code).toBe('decision.own');
  const third = await joinAdmin(own, 'terceira');
  expect((await answer(id, 'upheld', one)).reply.code).toBe('ticket.otherAdmin');
  await own.ctx.pool.query(
    "UPDATE users u SET staff_role = 'readOnly' FROM profiles p WHERE p.user_id = u.id AND p.id = $1",
    [third.profileId],
  );
  expect((await answer(id, 'upheld', one)).status).toBe(200);
});

test('the queue shows what an appeal about an order changes without a lock or a write', async () => {
  const fan = await app.join('leitora');
  const orderId = await disputedOrder(app, fan, await joinProducer(app, 'vendeu'));
  await first.call('POST /dsb/orders/{id}', {
    params: { id: orderId },
    body: { outcome: 'settle', reason: REASON },
  });
  const [decision] = await fan.call('GET /help/decisions');
  const { id } = await fan.call('POST /profiles/help', {
    body: { message: 'Não concordo.', decision: decision?.id ?? '' },
  });
  const { pool } = app.ctx;
  const written = async () =>
    (await pool.query("SELECT pg_sequence_last_value('admin_log_id_seq') AS last")).rows;
  const before = await written();
  const correction = await pool.connect();
  await correction.query('BEGIN');
  await correction.query(
    "SELECT pg_advisory_xact_lock(hashtextextended('transaction/' || settlement_id, 0)) FROM orders WHERE id = $1",
    [orderId],
  );
  const shown = await Promise.race([ticket(id), sleep(5_000)]);
  await correction.query('ROLLBACK');
  correction.release();
  expect(shown).toMatchObject({ effect: 'refunds' });
  expect(await written()).toEqual(before);
});

test('an appeal about an order is answered with one free connection to the database', async () => {
  const fan = await app.join('compradora');
  const orderId = await disputedOrder(app, fan, await joinProducer(app, 'vendedora'));
  await first.call('POST /dsb/orders/{id}', {
    params: { id: orderId },
    body: { outcome: 'settle', reason: REASON },
  });
  const [decision] = await fan.call('GET /help/decisions');
  const { id } = await fan.call('POST /profiles/help', {
    body: { message: 'Não concordo.', decision: decision?.id ?? '' },
  });
  const { pool } = app.ctx;
  const others = await Promise.all(
    Array.from({ length: pool.options.max - 1 }, () => pool.connect()),
  );
  const { status } = await answer(id, 'overturned');
  for (const client of others) client.release();
  expect(status).toBe(200);
});
