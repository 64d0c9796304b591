// Cash-outs that wait: approved or refused by administrators, one or two, and never by a proposer.
import { randomUUID } from 'node:crypto';
import type { CashOutId } from '@camarim/contract/ids';
import { MINUTE_MS } from '@camarim/contract/time';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { appWithBank, type TestAppWithBank } from '../../../testing/bank.ts';
import { type Payee, signInWithProof } from '../../../testing/paying-out.ts';
import { cashOutSteps, outcomeOf, payeeWithEarnings } from '../../../testing/payouts/cash-outs.ts';
import { joinAdmin, stepUp } from '../../../testing/producing.ts';
import { setStaffRole } from '../../auth/index.ts';

let app: TestAppWithBank;
let names = 0;
beforeAll(async () => {
  app = await appWithBank();
});

let payee: Payee;
beforeEach(async () => {
  await app.bank.disarm();
  payee = await payeeWithEarnings(app, `saca${(names += 1)}`);
});
const { cashOut, runJobs, carryOut, statusOf, stepsOf } = cashOutSteps(() => ({ app, payee }));

describe('a cash-out that waits for an administrator', () => {
  it('a cash-out is not sent before its approval, and a rejection returns the money with a reason', async () => {
    (
      app.ctx.config as { CASH_OUT_APPROVAL_FROM_CENTAVOS?: number }
    ).CASH_OUT_APPROVAL_FROM_CENTAVOS = 20_000;
    const [small, first, second] = [
      await cashOut(19_999),
      await cashOut(20_000),
      await cashOut(30_000),
    ];
    delete (app.ctx.config as { CASH_OUT_APPROVAL_FROM_CENTAVOS?: number })
      .CASH_OUT_APPROVAL_FROM_CENTAVOS;
    await runJobs();
    await app.pass(7_200);
    await runJobs('funds.reconcileCashOuts');
    expect([await statusOf(small), await statusOf(first), await statusOf(second)]).toEqual([
      'paid',
      'requested',
      'requested',
    ]);
    const admin = await joinAdmin(app, `decide${names}`);
    expect((await admin.call('GET /dsb/cash-outs')).map(({ id }) => id)).toEqual([first, second]);
    const decide = (id: CashOutId, body: { approve: boolean; reason?: string }) =>
      admin.ask('POST /dsb/cash-outs/{id}', { params: { id }, body });
    expect(outcomeOf(await decide(second, { approve: false }))).toEqual([400, 'validate.required']);
    expect(
      (await decide(second, { approve: false, reason: 'documento em conferência' })).reply.data
        .status,
    ).toBe('returned');
    const both = await Promise.all([
      decide(first, { approve: true }),
      decide(first, { approve: true }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await runJobs();
    await carryOut();
    expect([await stepsOf(first), await stepsOf(second)]).toEqual([
      ['requested', 'approved', 'sent', 'paid'],
      ['requested', 'returned'],
    ]);
    const { rows } = await app.ctx.pool.query(
      "SELECT action, reason FROM admin_log WHERE action LIKE 'cashOut.%' ORDER BY id",
    );
    expect(rows).toEqual([
      { action: 'cashOut.refused', reason: 'documento em conferência' },
      { action: 'cashOut.approved', reason: '' },
    ]);
    const again = await signInWithProof(app, payee.domainName);
    expect(await again.call('GET /help/decisions')).toMatchObject([
      { id: second, reason: 'documento em conferência' },
    ]);
    expect(outcomeOf(await decide(randomUUID() as CashOutId, { approve: true }))).toEqual([
      404,
      'cashOut.notFound',
    ]);
  });

  it('the approval of a cash-out needs two other administrators with recent authentication', async () => {
    const config = app.ctx.config as {
      CASH_OUT_APPROVAL_FROM_CENTAVOS?: number;
      adminSecondPerson: boolean;
    };
    config.CASH_OUT_APPROVAL_FROM_CENTAVOS = 0;
    const id = await cashOut(20_000);
    delete config.CASH_OUT_APPROVAL_FROM_CENTAVOS;
    const [first, second] = [
      await joinAdmin(app, `primeira${names}`),
      await joinAdmin(app, `segunda${names}`),
    ];
    const approve = (admin: ApiClient) =>
      admin.ask('POST /dsb/cash-outs/{id}', { params: { id }, body: { approve: true } });
    await setStaffRole(
      { db: app.ctx.db, clock: app.clock },
      payee.domainName,
      'owner',
      'for a test',
    );
    app.clock.advance(5_000);
    await stepUp(app, payee);
    expect(outcomeOf(await approve(payee))).toEqual([403, 'decision.own']);
    await setStaffRole({ db: app.ctx.db, clock: app.clock }, payee.domainName, null, 'for a test');
    config.adminSecondPerson = true;
    const former = await joinAdmin(app, `antiga${names}`);
    expect((await approve(former)).reply.data.status).toBe('requested');
    // The approval of a person who is no administrator any more does not count.
    await setStaffRole({ db: app.ctx.db, clock: app.clock }, former.domainName, null, 'for a test');
    expect((await approve(first)).reply.data.status).toBe('requested');
    expect((await approve(first)).reply.data.status).toBe('requested');
    app.clock.advance(10 * MINUTE_MS);
    expect(outcomeOf(await approve(second))).toEqual([403, 'stepUp.required']);
    await stepUp(app, second);
    expect((await approve(second)).reply.data.status).toBe('approved');
    config.adminSecondPerson = false;
  });
});

describe('an amount from which two administrators approve', () => {
  const LIMIT = 25_000;
  type Changed = { ADMIN_SECOND_PERSON_FROM_CENTAVOS?: number; adminSecondPerson: boolean };
  const config = () => app.ctx.config as Changed;
  beforeEach(() =>
    Object.assign(config(), { ADMIN_SECOND_PERSON_FROM_CENTAVOS: LIMIT, adminSecondPerson: true }),
  );
  afterEach(() => {
    config().adminSecondPerson = false;
    delete config().ADMIN_SECOND_PERSON_FROM_CENTAVOS;
  });
  const approve = (admin: ApiClient, id: CashOutId) =>
    admin.ask('POST /dsb/cash-outs/{id}', { params: { id }, body: { approve: true } });
  const queued = async (admin: ApiClient, id: CashOutId) =>
    (await admin.call('GET /dsb/cash-outs', { query: { limit: 100, offset: 0 } })).find(
      (one) => one.id === id,
    )?.approval;

  it('a cash-out above the amount waits for two, one below it is sent', async () => {
    expect((await payee.call('GET /funds/cash-outs/terms')).approvalFrom).toBe(LIMIT);
    const [below, above] = [await cashOut(LIMIT - 1), await cashOut(LIMIT)];
    await runJobs();
    await carryOut();
    expect([await statusOf(below), await statusOf(above)]).toEqual(['paid', 'requested']);
    const [first, second] = [
      await joinAdmin(app, `acima-um${names}`, 'finance'),
      await joinAdmin(app, `acima-dois${names}`, 'finance'),
    ];
    expect(await queued(first, above)).toEqual({ takesTwo: true, by: [], mine: false });
    for (const _ of [1, 2])
      expect((await approve(first, above)).reply.data.status).toBe('requested');
    expect(await queued(first, above)).toEqual({
      takesTwo: true,
      by: [first.domainName],
      mine: true,
    });
    expect((await approve(second, above)).reply.data.status).toBe('approved');
  });

  it('cash-outs of one day that are together above the amount wait for two', async () => {
    const half = LIMIT / 2;
    const first = await cashOut(half);
    expect((await payee.call('GET /funds/cash-outs/terms')).approvalFrom).toBe(half);
    const second = await cashOut(half);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['approved', 'requested']);
    const [one, other] = [
      await joinAdmin(app, `partes-um${names}`, 'finance'),
      await joinAdmin(app, `partes-dois${names}`, 'finance'),
    ];
    expect((await queued(one, second))?.takesTwo).toBe(true);
    expect((await approve(one, second)).reply.data.status).toBe('requested');
    expect((await approve(other, second)).reply.data.status).toBe('approved');
  });

  it('an administrator who asks for a cash-out can’t approve it, another one can', async () => {
    const [proposer, other] = [
      await joinAdmin(app, `propoe${names}`),
      await joinAdmin(app, `aprova${names}`, 'finance'),
    ];
    const profileId = payee.profileId;
    const { user_id: userId } = await app.ctx.db
      .selectFrom('profiles')
      .select('user_id')
      .where('id', '=', profileId)
      .executeTakeFirstOrThrow();
    await proposer.call('DELETE /dsb/user/{userId}', {
      params: { userId: userId },
      body: { reason: 'Spam em mensagens' },
    });
    const ask = (value: number) =>
      proposer.call('POST /dsb/cash-outs', {
        body: { profileId, value: value, reason: 'Pedido por email' },
        idempotencyKey: randomUUID(),
      });
    // One administrator is enough below the amount, also the one who asked.
    const { id: small } = await ask(LIMIT - 1);
    expect((await approve(proposer, small)).reply.data.status).toBe('approved');
    const { id } = await ask(LIMIT);
    expect(outcomeOf(await approve(proposer, id))).toEqual([403, 'decision.proposer']);
    expect(await statusOf(id)).toBe('requested');
    expect(await queued(other, id)).toEqual({
      takesTwo: true,
      by: [proposer.domainName],
      mine: false,
    });
    expect((await approve(other, id)).reply.data.status).toBe('approved');
  });
});
