// Help tickets and appeals, and filing reports with and without an account.
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiClient, solveCaptcha } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { testApp, type TestApp } from '../../testing/app.ts';
import { joinAdmin, signupOf, stepUp } from '../../testing/producing.ts';
import { fill } from '../../testing/publishing.ts';
import { setStaffRole } from '../auth/index.ts';

let app: TestApp;
let admin: ApiClient;
beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'chefia');
});

describe('a help ticket', () => {
  const ask = (person: ApiClient, message: string) =>
    person.ask('POST /profiles/help', { body: { message } });

  test('a help ticket is listed in order, answered once, sent by email and audited', async () => {
    const { reply } = await ask(app.fan, '  Não recebi meu Pix.  ');
    await ask(app.stranger, 'Como cancelo?');
    expect(reply.data).toMatchObject({ message: 'Não recebi meu Pix.', answer: null });
    const queue = await admin.call('GET /dsb/help');
    expect(queue.map(({ profile, message }) => [profile?.domainName, message])).toEqual([
      ['davi', 'Não recebi meu Pix.'],
      ['malu', 'Como cancelo?'],
    ]);
    const answer = (text: string) =>
      admin.ask('POST /dsb/help/{id}', { params: { id: reply.data.id }, body: { answer: text } });
    const [one, two] = await Promise.all([
      answer('Já está na carteira.'),
      answer('Já está na carteira!'),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    await app.runJobs();
    const emails = (await app.ctx.mail.inbox?.list(10)) ?? [];
    expect(
      emails.filter(
        ({ to, text }) => to === 'davi@example.com' && text.includes('Já está na carteira'),
      ),
    ).toHaveLength(1);
    expect(await app.fan.call('GET /profiles/help')).toMatchObject([
      { answer: expect.stringContaining('Já está na carteira') },
    ]);
    expect(await admin.call('GET /dsb/help')).toHaveLength(1);
    expect(await admin.call('GET /dsb/help', { query: { answered: 'true' } })).toHaveLength(1);
    const { rows } = await app.ctx.pool.query(
      "SELECT count(*)::int AS lines FROM admin_log WHERE action = 'ticket.answered'",
    );
    expect(rows).toEqual([{ lines: 1 }]);
  });

  test('a help ticket needs a message of at most 2000 characters', async () => {
    expect((await ask(app.fan, '   ')).reply.fields?.['message']?.code).toBe('validate.required');
    expect((await ask(app.fan, 'a'.repeat(2_001))).reply.fields?.['message']?.code).toBe(
      'validate.max',
    );
  });

  test('a help ticket is not shown to other members', async () => {
    expect(await app.producer.call('GET /profiles/help')).toEqual([]);
    expect((await app.producer.ask('GET /dsb/help')).reply.code).toBe('auth.adminsOnly');
    expect(
      (
        await admin.ask('POST /dsb/help/{id}', {
          params: { id: newId() },
          body: { answer: 'x' },
        })
      ).reply.code,
    ).toBe('ticket.notFound');
  });
});

describe('a request for a refund', () => {
  const tip = async () => {
    await fill(app, app.fan, 1_000);
    return app.fan.call('POST /funds/tips', {
      body: { toProfileId: app.producer.profileId, value: 1_000 },
      idempotencyKey: newId(),
    });
  };
  const ask = (person: ApiClient, refund: TransferId, more = {}) =>
    person.ask('POST /profiles/help', { body: { message: 'Foi sem querer.', refund, ...more } });
  const outcome = ({ status, reply }: Awaited<ReturnType<typeof ask>>) => [status, reply.code];
  const requests = (person: ApiClient, ...receipts: TransferId[]) =>
    person.call('GET /help/refunds', { query: { receipts: receipts.join(',') } });

  test('a refund of a payment is asked for once, and its state is shown until it is answered', async () => {
    const { id } = await tip();
    const replies = await Promise.all([ask(app.fan, id), ask(app.fan, id)]);
    expect(replies.map(outcome).sort()).toEqual([
      [200, undefined],
      [409, 'ticket.refundAsked'],
    ]);
    const state = { receipt: id, askedAt: app.clock.now().toISOString() };
    expect(await requests(app.fan, id, newId() as TransferId)).toEqual([
      { ...state, answeredAt: null },
    ]);
    expect(await requests(app.producer, id)).toEqual([]);
    const queue = await admin.call('GET /dsb/help');
    expect(queue.filter(({ refund }) => refund !== null)).toMatchObject([
      {
        profile: { domainName: 'davi' },
        refund: { id, kind: 'tip', amount: 1_000, to: { id: app.producer.profileId } },
      },
    ]);
    const { counts } = await admin.call('GET /dsb/todo', { query: { kind: 'refundRequest' } });
    expect(counts.find(({ kind }) => kind === 'refundRequest')?.waiting).toBe(1);
    const asked = replies.find(({ status }) => status === 200)?.reply.data.id ?? '';
    await admin.call('POST /dsb/help/{id}', { params: { id: asked }, body: { answer: 'Feito.' } });
    expect(await requests(app.fan, id, newId() as TransferId)).toEqual([
      { ...state, answeredAt: app.clock.now().toISOString() },
    ]);
    expect(outcome(await ask(app.fan, id))).toEqual([409, 'ticket.refundAsked']);
  });

  test('a payment that was given back elsewhere is marked in the queue until its request is answered', async () => {
    const { id } = await tip();
    await ask(app.fan, id);
    const returned = async () =>
      (await admin.call('GET /dsb/help')).find(({ refund }) => refund?.id === id)?.refund?.returned;
    expect(await returned()).toBe(false);
    await stepUp(app, admin);
    await admin.call('POST /dsb/transactions/{id}/reverse', {
      params: { id },
      body: { reason: 'Foi sem querer' },
    });
    expect(await returned()).toBe(true);
  });

  test('a refund is asked for by the person who paid, and not within an appeal', async () => {
    const { id } = await tip();
    for (const other of [app.producer, app.stranger])
      expect(outcome(await ask(other, id))).toEqual([404, 'receipt.notFound']);
    expect(outcome(await ask(app.fan, newId() as TransferId))).toEqual([404, 'receipt.notFound']);
    const mixed = await ask(app.fan, id, { decision: newId() });
    expect(mixed.reply.fields?.['refund']?.code).toBe('validate.invalid');
    expect(await requests(app.fan, id)).toEqual([]);
  });

  test('a request that hundreds of others followed is still known', async () => {
    const { id } = await tip();
    await ask(app.fan, id);
    await app.ctx.pool.query(
      `INSERT INTO help_tickets (id, profile_id, message, created_at, refund_of)
       SELECT gen_random_uuid(), $1, 'x', $2::timestamptz + n * interval '1 minute',
         gen_random_uuid() FROM generate_series(1, 250) n`,
      [app.fan.profileId, app.clock.now()],
    );
    expect(await requests(app.fan, id)).toMatchObject([{ receipt: id, answeredAt: null }]);
  });
});

describe('an appeal', () => {
  const REASON = 'fora das regras';
  let requestId: string;
  let appellant: ApiClient;
  beforeEach(async () => {
    appellant = await app.join(`contesta${(people += 1)}`);
    await appellant.call('POST /profiles/became-producer', {
      body: await signupOf(app, appellant),
    });
    const producerId = appellant.profileId as ProfileId;
    await admin.call('POST /profiles/approve-producer', {
      body: { producerId, decision: 'reject', reason: REASON },
    });
    const { rows } = await app.ctx.pool.query(
      "SELECT subject_id AS id FROM admin_log WHERE action = 'producer.rejected' AND profile_id = $1",
      [producerId],
    );
    requestId = rows[0].id;
  });
  let people = 0;
  const contest = (person: ApiClient) =>
    person.ask('POST /profiles/help', { body: { message: 'Não concordo.', decision: requestId } });
  const answer = (person: ApiClient, id: string) =>
    person.ask('POST /dsb/help/{id}', { params: { id }, body: { answer: 'Mantemos.' } });

  test('an appeal names the decision, and is accepted only from the person concerned', async () => {
    expect((await contest(app.stranger)).reply.code).toBe('ticket.noDecision');
    expect((await contest(appellant)).reply.data.appeal).toEqual({
      reason: REASON,
      by: 'owner',
      outcome: null,
      dueAt: expect.any(String),
      decidedAt: expect.any(String),
    });
  });

  test('an appeal against a decision is made once, also at once and after its answer', async () => {
    const replies = await Promise.all([contest(appellant), contest(appellant)]);
    expect(replies.map(({ reply }) => reply.code).sort()).toEqual(['ticket.appealed', undefined]);
    const { id } = replies.find(({ status }) => status === 200)?.reply.data ?? { id: '' };
    expect((await answer(admin, id)).status).toBe(200);
    expect((await contest(appellant)).reply.code).toBe('ticket.appealed');
    expect(await appellant.call('GET /profiles/help')).toHaveLength(1);
  });

  test('an appeal is answered by another administrator than the one who decided', async () => {
    const { id } = (await contest(appellant)).reply.data;
    const other = await joinAdmin(app, 'outrachefia');
    expect((await admin.call('GET /dsb/help')).find((one) => one.id === id)).toMatchObject({
      mine: true,
      appeal: { reason: REASON },
    });
    expect((await other.call('GET /dsb/help')).find((one) => one.id === id)).toMatchObject({
      mine: false,
    });
    expect((await answer(admin, id)).reply.code).toBe('ticket.otherAdmin');
    expect((await answer(other, id)).reply.data.answer).toBe('Mantemos.');
    await setStaffRole({ db: app.ctx.db, clock: app.clock }, 'outrachefia', null, 'for a test');
  });

  test('an administrator can’t answer their own appeal', async () => {
    const { id } = (await contest(appellant)).reply.data;
    await setStaffRole(
      { db: app.ctx.db, clock: app.clock },
      appellant.domainName,
      'owner',
      'for a test',
    );
    app.clock.advance(5_000);
    expect((await answer(appellant, id)).reply.code).toBe('decision.own');
    await setStaffRole(
      { db: app.ctx.db, clock: app.clock },
      appellant.domainName,
      null,
      'for a test',
    );
    app.clock.advance(5_000);
  });

  test('an appeal is answered by the same administrator where there is no other, and the answer says so', async () => {
    const { id } = (await contest(appellant)).reply.data;
    expect((await answer(admin, id)).reply.data.answer).toContain(
      'ninguém mais da equipe pode responder',
    );
    const { rows } = await app.ctx.pool.query(
      'SELECT reason FROM admin_log WHERE subject_id = $1',
      [id],
    );
    expect(rows).toEqual([{ reason: expect.stringContaining('their own decision') }]);
  });
});

describe('a report', () => {
  const file = async (person: ApiClient, reason: 'fraud', email?: string) =>
    person.call('POST /reports', {
      body: {
        targetKind: 'post',
        targetId: newId(),
        reason,
        text: 'vejam isto',
        ...(email && { email }),
        ...(person === app.visitor && { recapcha: await solveCaptcha(person) }),
      },
    });
  const row = async (id: string) =>
    (
      await app.ctx.pool.query(
        "SELECT reporter_id, encode(sealed_contact, 'escape') AS contact FROM reports WHERE id = $1",
        [id],
      )
    ).rows[0] as { reporter_id: string | null; contact: string | null };

  test('a report is stored with the member’s name, or with a visitor’s sealed address', async () => {
    expect(await row((await file(app.fan, 'fraud', 'davi@example.com')).id)).toEqual({
      reporter_id: app.fan.profileId,
      contact: null,
    });
    const { reporter_id: reporter, contact } = await row(
      (await file(app.visitor, 'fraud', 'vizinha@example.com')).id,
    );
    expect(reporter).toBeNull();
    expect(contact?.length).toBeGreaterThan(20);
    expect(contact).not.toContain('vizinha');
  });

  test('a report without a target is refused', async () => {
    expect(
      (
        await app.visitor.ask('POST /reports', {
          body: { targetKind: 'planet', targetId: 'x', reason: 'y' } as never,
        })
      ).reply.fields,
    ).toMatchObject({ targetKind: {}, targetId: {}, reason: {} });
  });
});

test('what a person of the team asked for is listed for the others only', async () => {
  const { id } = await admin.call('POST /profiles/help', {
    body: { message: 'Da própria equipe' },
  });
  const listed = async (person: ApiClient) =>
    (await person.call('GET /dsb/help')).some((ticket) => ticket.id === id);
  const colleague = await joinAdmin(app, 'colega');
  expect([await listed(admin), await listed(colleague)]).toEqual([false, true]);
  await colleague.call('POST /dsb/help/{id}', { params: { id }, body: { answer: 'Pronto.' } });
});
