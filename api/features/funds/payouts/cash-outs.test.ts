// Cash-outs end to end with the sandbox bank: limits, one payment whatever gets lost, what comes
// back, and every cent in its place.
import { randomUUID } from 'node:crypto';
import type { CashOutId, ProfileId } from '@camarim/contract/ids';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addKey,
  earn,
  joinPayee,
  type Payee,
  signInWithProof,
} from '../../../testing/paying-out.ts';
import { TEST_PASSWORD } from '../../../testing/app.ts';
import { appWithBank, type TestAppWithBank, until } from '../../../testing/bank.ts';
import type { ApiClient } from '../../../api-client.ts';
import { joinAdmin, stepUp } from '../../../testing/producing.ts';
import { setAdmin } from '../../auth/index.ts';

let app: TestAppWithBank;
let names = 0;
beforeAll(async () => {
  app = await appWithBank();
});

/** A producer with a key, R$ 1.000,00 to cash out, and nothing sent yet. */
let payee: Payee;
beforeEach(async () => {
  await fetch(`${app.bank.url}/__faults`, { method: 'DELETE' });
  payee = await addKey(app, await joinPayee(app, `saca${(names += 1)}`));
  await earn(app, payee, 100_000);
});

const arm = (fault: object) =>
  fetch(`${app.bank.url}/__faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
const ask = (value: number, idempotencyKey: string = randomUUID(), body: object = {}) =>
  payee.ask('POST /funds/cash-outs', { body: { value, ...body }, idempotencyKey });
const cashOut = async (value: number): Promise<CashOutId> =>
  (await payee.call('POST /funds/cash-outs', { body: { value }, idempotencyKey: randomUUID() })).id;
const outcome = ({ status, reply }: { status: number; reply: { code?: string } }) => [
  status,
  reply.code,
];
const runJobs = async (name?: 'funds.reconcileCashOuts') => {
  if (name) await app.platform.jobs.enqueue(app.platform.db, name, {});
  await app.runJobs();
};
/** As the clock does: a job that fails is left for its own next try. */
const reconcile = async () => {
  await app.platform.jobs.enqueue(app.platform.db, 'funds.reconcileCashOuts', {});
  await app.platform.jobs.runDue(app.clock.now());
};
/** Lets the bank carry it out; its notification is followed. */
const carryOut = async (): Promise<void> => {
  await app.pass(3);
  await until(async () => {
    await app.runJobs();
    return (
      (
        await app.platform.pool.query(
          "SELECT 1 FROM cash_outs WHERE profile_id = $1 AND status = 'sent'",
          [payee.profileId],
        )
      ).rowCount === 0
    );
  });
};
const statusOf = async (id: CashOutId) =>
  (await app.platform.pool.query('SELECT status FROM cash_outs WHERE id = $1', [id])).rows[0]
    .status;
const stepsOf = async (id: CashOutId): Promise<string[]> =>
  (
    await app.platform.pool.query(
      'SELECT to_status FROM cash_out_events WHERE cash_out_id = $1 ORDER BY version',
      [id],
    )
  ).rows.map(({ to_status }) => to_status);
const earnings = async (): Promise<number> =>
  (await app.ledger.earningsOf(payee.profileId as ProfileId)).available;
const accounts = async () => {
  const { rows } = await app.platform.pool.query(
    "SELECT kind, balance::int FROM ledger_accounts WHERE owner_profile_id = $1 AND kind IN ('earnings', 'payout_in_transit')",
    [payee.profileId],
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
};
const sentByBank = async () =>
  (await (await fetch(`${app.bank.url}/__pix/payouts`)).json()) as {
    idEnvio: string;
    valor: string;
    favorecido: { chave: string; cpf: string };
  }[];
const sentOf = async (id: CashOutId) =>
  (await sentByBank()).filter(({ idEnvio }) => idEnvio === id.replaceAll('-', ''));

describe('a cash-out', () => {
  it('leaves the earnings at once, is sent in the producer’s own name, and is paid when the bank confirms', async () => {
    const { id, status, destination } = await payee.call('POST /funds/cash-outs', {
      body: { value: 40_000 },
      idempotencyKey: 'the-first-one',
    });
    expect([status, destination]).toEqual([
      'approved',
      `Pix ${payee.domainName.slice(0, 2)}••••@example.com`,
    ]);
    expect(await accounts()).toEqual({ earnings: 60_000, payout_in_transit: 40_000 });
    await runJobs();
    expect(await statusOf(id)).toBe('sent');
    expect(await sentOf(id)).toMatchObject([
      {
        valor: '400.00',
        favorecido: { chave: `${payee.domainName}@example.com`, cpf: payee.document },
      },
    ]);
    await carryOut();
    expect(await stepsOf(id)).toEqual(['approved', 'sent', 'paid']);
    expect(await accounts()).toEqual({ earnings: 60_000, payout_in_transit: 0 });
    expect(
      (await payee.call('GET /profiles/notifications', { query: { limit: 5, offset: 0 } })).map(
        ({ type, amount }) => [type, amount],
      ),
    ).toContainEqual(['cashOutPaid', 40_000]);
    expect(await app.ledger.checkInvariants()).toEqual([]);
  });

  it('is returned again for the same key, and refused for another amount under that key', async () => {
    const first = await ask(20_000, 'once-again');
    expect((await ask(20_000, 'once-again')).reply.data.id).toBe(first.reply.data.id);
    expect(outcome(await ask(30_000, 'once-again'))).toEqual([409, 'request.idempotencyMismatch']);
    expect(await earnings()).toBe(80_000);
  });

  it('requires recent authentication, a minimum, a balance and an own account after its cool-off time', async () => {
    expect(outcome(await ask(9_999))).toEqual([400, 'validate.minValue']);
    expect((await ask(9_999)).reply.fields).toMatchObject({
      value: { message: 'O mínimo é 100.' },
    });
    expect(outcome(await ask(100_001))).toEqual([409, 'cashOut.noBalance']);
    const other = await addKey(app, await joinPayee(app, `outra${names}`));
    payee = { ...payee, ...(await signInWithProof(app, payee.domainName)) };
    const [theirs] = await (await signInWithProof(app, other.domainName)).call('GET /banks');
    expect(outcome(await ask(10_000, randomUUID(), { bankAccountId: theirs?.id }))).toEqual([
      409,
      'cashOut.noAccount',
    ]);
    const fresh = await payee.call('POST /banks', {
      body: {
        isPix: true,
        pix: payee.document,
        holderName: payee.fullName,
        holderDocument: payee.document,
      },
    });
    expect(outcome(await ask(10_000, randomUUID(), { bankAccountId: fresh.id }))).toEqual([
      409,
      'cashOut.accountTooNew',
    ]);
    app.clock.advance(11 * 60_000);
    expect(outcome(await ask(10_000))).toEqual([403, 'stepUp.required']);
    expect(await accounts()).toEqual({ earnings: 100_000 });
  });

  it('is sent to its destination although that bank account is removed meanwhile', async () => {
    const id = await cashOut(10_000);
    const [account] = await payee.call('GET /banks');
    await payee.call('DELETE /banks/{id}', { params: { id: account?.id as never } });
    await runJobs();
    await carryOut();
    expect(await statusOf(id)).toBe('paid');
    expect(outcome(await ask(10_000))).toEqual([409, 'cashOut.noAccount']);
  });
});

describe('the limits of cash-outs', () => {
  it('count São Paulo days and months without returned cash-outs', async () => {
    await earn(app, payee, 1_500_000);
    const terms = () => payee.call('GET /funds/cash-outs/terms');
    expect(await terms()).toMatchObject({
      available: true,
      balance: 1_600_000,
      min: 10_000,
      max: 1_000_000,
      fee: 0,
      day: { used: 0, limit: 1_000_000 },
    });
    await cashOut(900_000);
    expect(outcome(await ask(100_001))).toEqual([409, 'cashOut.dayLimit']);
    expect(await terms()).toMatchObject({
      max: 100_000,
      day: { used: 900_000 },
      month: { used: 900_000 },
    });
    await arm({ on: 'payout', action: 'refuse' });
    await runJobs();
    expect(await terms()).toMatchObject({ max: 1_000_000, day: { used: 0 } });
    await app.platform.pool.query(
      "UPDATE cash_outs SET status = 'paid', amount_centavos = 9950000, day = date_trunc('month', day)::date WHERE profile_id = $1",
      [payee.profileId],
    );
    expect(outcome(await ask(100_000))).toEqual([
      409,
      expect.stringMatching(/cashOut\.(month|day)Limit/),
    ]);
    await app.platform.pool.query('UPDATE cash_outs SET day = day - 40 WHERE profile_id = $1', [
      payee.profileId,
    ]);
    expect((await ask(100_000)).status).toBe(200);
  });

  it('hold under concurrent requests: no more leaves than was earned', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(15_000)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(
      new Set(answers.filter(({ status }) => status !== 200).map(({ reply }) => reply.code)),
    ).toEqual(new Set(['cashOut.noBalance']));
    expect(await accounts()).toEqual({ earnings: 10_000, payout_in_transit: 90_000 });
    expect(await app.ledger.checkInvariants()).toEqual([]);
  });
});

describe('a cash-out is sent once', () => {
  it.each([
    [
      'the reply is lost after the bank sent it',
      [{ on: 'PUT /v3/gn/pix', action: 'drop', when: 'after' }],
    ],
    [
      'the bank fails before it looks at it',
      [{ on: 'PUT /v3/gn/pix', action: 'status', status: 503 }],
    ],
    [
      'the reply and the first look are lost',
      [
        { on: 'PUT /v3/gn/pix', action: 'drop', when: 'after', times: 2 },
        { on: 'GET /v2/gn/pix', action: 'status', status: 500, times: 2 },
      ],
    ],
    ['the notification comes twice', [{ on: 'webhook', action: 'duplicate' }]],
    ['the notification is lost', [{ on: 'webhook', action: 'lose' }]],
  ])('when %s', async (_name, faults) => {
    const id = await cashOut(25_000);
    for (const fault of faults) await arm(fault);
    // A job that found no answer is tried again, here by the reconciliation.
    await app.platform.jobs.runDue(app.clock.now());
    await app.pass(90);
    await reconcile();
    await app.pass(90);
    await reconcile();
    expect(await statusOf(id)).toBe('paid');
    expect(await sentOf(id)).toHaveLength(1);
    expect(await accounts()).toEqual({ earnings: 75_000, payout_in_transit: 0 });
  });

  it('when the process dies after the bank sent it and before the result is recorded', async () => {
    const id = await cashOut(25_000);
    await app.platform.pool
      .query(`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'died'; END $$;
      CREATE TRIGGER die BEFORE INSERT ON cash_out_events FOR EACH ROW EXECUTE FUNCTION die()`);
    const died = (await app.platform.jobs.runDue(app.clock.now())).filter(({ error }) => error);
    await app.platform.pool.query('DROP TRIGGER die ON cash_out_events; DROP FUNCTION die');
    expect([died.length, await statusOf(id), (await sentOf(id)).length]).toEqual([
      1,
      'approved',
      1,
    ]);
    await app.pass(90);
    await reconcile();
    expect([await stepsOf(id), (await sentOf(id)).length]).toEqual([['approved', 'paid'], 1]);
    expect(await accounts()).toEqual({ earnings: 75_000, payout_in_transit: 0 });
  });

  it('when the first answer is lost and lookups lag, without returning the earnings', async () => {
    const id = await cashOut(25_000);
    await arm({ on: 'PUT /v3/gn/pix', action: 'drop', when: 'after' });
    await arm({ on: 'GET /v2/gn/pix', action: 'status', status: 404, times: 100 });
    await app.platform.jobs.runDue(app.clock.now());
    await app.pass(90);
    await reconcile();
    expect([await statusOf(id), await accounts()]).toEqual([
      'approved',
      { earnings: 75_000, payout_in_transit: 25_000 },
    ]);
    await fetch(`${app.bank.url}/__faults`, { method: 'DELETE' });
    await app.pass(3_600);
    await reconcile();
    expect([await statusOf(id), (await sentOf(id)).length, await accounts()]).toEqual([
      'paid',
      1,
      { earnings: 75_000, payout_in_transit: 0 },
    ]);
  });

  it('and opens one item when the bank reports it paid after its money was returned', async () => {
    const id = await cashOut(25_000);
    await runJobs();
    await app.pass(3);
    await app.platform.pool.query(
      "UPDATE cash_outs SET status = 'returned', finished_at = now(), next_check_at = NULL WHERE id = $1",
      [id],
    );
    const { syncCashOut: followCashOut } = await import('./sync-cash-out.ts');
    for (let times = 0; times < 2; times += 1)
      await followCashOut(app.platform, app, id, 'webhook');
    const { rows } = await app.platform.pool.query(
      'SELECT kind, theirs_centavos::int AS theirs FROM statement_differences WHERE cash_out_id = $1',
      [id],
    );
    expect(rows).toEqual([{ kind: 'contradiction', theirs: 25_000 }]);
    // As it was, so that every cent is in its place for the other tests.
    await app.platform.pool.query(
      "UPDATE cash_outs SET status = 'sent', finished_at = NULL WHERE id = $1",
      [id],
    );
    await followCashOut(app.platform, app, id, 'job');
    expect(await statusOf(id)).toBe('paid');
  });

  it('when concurrent processes sync it', async () => {
    const id = await cashOut(25_000);
    const { syncCashOut: followCashOut } = await import('./sync-cash-out.ts');
    await Promise.all(Array.from({ length: 8 }, () => followCashOut(app.platform, app, id, 'job')));
    await runJobs();
    // The bank may have carried it out by now.
    expect([(await stepsOf(id)).slice(0, 2), (await sentOf(id)).length]).toEqual([
      ['approved', 'sent'],
      1,
    ]);
  });
});

describe('a returned cash-out', () => {
  it.each([
    [
      'refused at once',
      { on: 'payout', action: 'refuse' },
      ['approved', 'returned'],
      'gateway.refused',
    ],
    [
      'accepted and not carried out',
      { on: 'payout', action: 'fail' },
      ['approved', 'sent', 'returned'],
      'A conta do favorecido foi encerrada.',
    ],
  ])('%s is in the earnings again, with the reason', async (_name, fault, steps, reason) => {
    const id = await cashOut(25_000);
    await arm(fault);
    await runJobs();
    await carryOut();
    expect(await stepsOf(id)).toEqual(steps);
    expect(await accounts()).toEqual({ earnings: 100_000, payout_in_transit: 0 });
    expect((await payee.call('GET /funds/cash-outs'))[0]).toMatchObject({
      id,
      status: 'returned',
      reason,
    });
    expect(
      (await payee.call('GET /funds/statements', { query: { account: 'earnings', limit: 5 } })).map(
        ({ kind }) => kind,
      ),
    ).toContain('payoutReturned');
  });

  it('after its payment is one new transfer, however often it is reported', async () => {
    const id = await cashOut(25_000);
    await runJobs();
    await carryOut();
    expect(await statusOf(id)).toBe('paid');
    await arm({ on: 'webhook', action: 'duplicate' });
    const sendBack = () =>
      fetch(`${app.bank.url}/__pix/payouts/${id.replaceAll('-', '')}/return`, { method: 'POST' });
    await sendBack();
    await sendBack();
    await until(async () => {
      await app.runJobs();
      return (await statusOf(id)) === 'returned';
    });
    await runJobs();
    expect(await stepsOf(id)).toEqual(['approved', 'sent', 'paid', 'returned']);
    expect(await accounts()).toEqual({ earnings: 100_000, payout_in_transit: 0 });
    expect(await app.ledger.checkInvariants()).toEqual([]);
  });

  it('without a notification is found by the daily poll', async () => {
    const id = await cashOut(25_000);
    await runJobs();
    await carryOut();
    await arm({ on: 'webhook', action: 'lose' });
    await fetch(`${app.bank.url}/__pix/payouts/${id.replaceAll('-', '')}/return`, {
      method: 'POST',
    });
    await app.pass(86_500);
    await runJobs('funds.reconcileCashOuts');
    expect(await statusOf(id)).toBe('returned');
  });

  describe('a partly returned cash-out', () => {
    const sendBack = (id: CashOutId, valor: string) =>
      fetch(`${app.bank.url}/__pix/payouts/${id.replaceAll('-', '')}/return`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ valor }),
      });
    const itemsOf = async (id: CashOutId) =>
      (
        await app.platform.pool.query<object>(
          'SELECT kind, theirs_centavos::int AS theirs, ours_centavos::int AS ours FROM statement_differences WHERE cash_out_id = $1',
          [id],
        )
      ).rows;
    const lookForDays = async (days: number) => {
      for (let day = 0; day < days; day += 1) {
        await app.pass(86_500);
        await runJobs('funds.reconcileCashOuts');
      }
    };

    it('stays paid, and opens an item when the rest has not come within a week', async () => {
      const id = await cashOut(25_000);
      await runJobs();
      await sendBack(id, '0.01').then(({ status }) => expect(status).toBe(400));
      await carryOut();
      await sendBack(id, '100.00');
      await lookForDays(3);
      expect([await statusOf(id), await itemsOf(id)]).toEqual(['paid', []]);
      await lookForDays(5);
      expect([await statusOf(id), await itemsOf(id)]).toEqual([
        'paid',
        [{ kind: 'undecided', theirs: 10_000, ours: 25_000 }],
      ]);
      expect(await accounts()).toEqual({ earnings: 75_000, payout_in_transit: 0 });
      expect(await app.ledger.checkInvariants()).toEqual([]);
    });

    it('is returned in full when the rest follows within a week', async () => {
      const id = await cashOut(25_000);
      await runJobs();
      await carryOut();
      await sendBack(id, '100.00');
      await lookForDays(2);
      await sendBack(id, '150.00');
      await lookForDays(6);
      expect([await statusOf(id), await itemsOf(id)]).toEqual(['returned', []]);
      expect(await accounts()).toEqual({ earnings: 100_000, payout_in_transit: 0 });
      expect(await app.ledger.checkInvariants()).toEqual([]);
    });
  });
});

describe('a cash-out that waits for an administrator', () => {
  it('is not sent before its approval, and returns the money with a reason when it is rejected', async () => {
    (
      app.platform.config as { CASH_OUT_APPROVAL_FROM_CENTAVOS?: number }
    ).CASH_OUT_APPROVAL_FROM_CENTAVOS = 20_000;
    const [small, first, second] = [
      await cashOut(19_999),
      await cashOut(20_000),
      await cashOut(30_000),
    ];
    delete (app.platform.config as { CASH_OUT_APPROVAL_FROM_CENTAVOS?: number })
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
    expect(outcome(await decide(second, { approve: false }))).toEqual([400, 'validate.required']);
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
    const { rows } = await app.platform.pool.query(
      "SELECT action, reason FROM admin_log WHERE action LIKE 'cashOut.%' ORDER BY id",
    );
    expect(rows).toEqual([
      { action: 'cashOut.refused', reason: 'documento em conferência' },
      { action: 'cashOut.approved', reason: '' },
    ]);
    expect(outcome(await decide(randomUUID() as CashOutId, { approve: true }))).toEqual([
      404,
      'cashOut.notFound',
    ]);
  });

  it('needs two other administrators with recent authentication, and never its own producer', async () => {
    const config = app.platform.config as {
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
    await setAdmin({ db: app.platform.db, clock: app.clock }, payee.domainName, true, 'for a test');
    app.clock.advance(5_000);
    await stepUp(app, payee);
    expect(outcome(await approve(payee))).toEqual([403, 'decision.own']);
    await setAdmin(
      { db: app.platform.db, clock: app.clock },
      payee.domainName,
      false,
      'for a test',
    );
    config.adminSecondPerson = true;
    const former = await joinAdmin(app, `antiga${names}`);
    expect((await approve(former)).reply.data.status).toBe('requested');
    // What an administrator agreed to who is none any more does not count.
    await setAdmin(
      { db: app.platform.db, clock: app.clock },
      former.domainName,
      false,
      'for a test',
    );
    expect((await approve(first)).reply.data.status).toBe('requested');
    expect((await approve(first)).reply.data.status).toBe('requested');
    app.clock.advance(10 * 60_000);
    expect(outcome(await approve(second))).toEqual([403, 'stepUp.required']);
    await stepUp(app, second);
    expect((await approve(second)).reply.data.status).toBe('approved');
    config.adminSecondPerson = false;
  });

  it('pays the fee to the platform when there is one', async () => {
    (app.platform.config as { CASH_OUT_FEE_CENTAVOS: number }).CASH_OUT_FEE_CENTAVOS = 350;
    const id = await cashOut(25_000);
    (app.platform.config as { CASH_OUT_FEE_CENTAVOS: number }).CASH_OUT_FEE_CENTAVOS = 0;
    await runJobs();
    await carryOut();
    expect(await sentOf(id)).toMatchObject([{ valor: '246.50' }]);
    expect(await accounts()).toEqual({ earnings: 75_000, payout_in_transit: 0 });
    expect(await app.ledger.checkInvariants()).toEqual([]);
  });
});

describe('a suspended producer', () => {
  const suspend = async () => {
    const admin = await joinAdmin(app, `suspende-${payee.domainName}`);
    await admin.call('POST /profiles/approve-producer', {
      body: {
        producerId: payee.profileId as ProfileId,
        decision: 'suspend',
        reason: 'uma denúncia a conferir',
      },
    });
    app.clock.advance(6_000);
    payee = { ...payee, ...(await signInWithProof(app, payee.domainName)) };
    return admin;
  };

  it('sees the earnings and cashes them out after an administrator’s decision, whatever the amount', async () => {
    const admin = await suspend();
    expect((await payee.call('GET /funds/earnings-balance')).available).toBe(100_000);
    expect(await payee.call('GET /funds/cash-outs/terms')).toMatchObject({
      balance: 100_000,
      approvalFrom: 0,
    });
    expect((await payee.call('GET /banks', { query: { limit: 10, offset: 0 } })).length).toBe(1);
    const { id, status } = await payee.call('POST /funds/cash-outs', {
      body: { value: 20_000 },
      idempotencyKey: randomUUID(),
    });
    expect(status).toBe('requested');
    await runJobs();
    expect(await sentOf(id)).toEqual([]);
    await admin.call('POST /auth/step-up', { body: { password: TEST_PASSWORD } });
    await admin.call('POST /dsb/cash-outs/{id}', { params: { id }, body: { approve: true } });
    await runJobs();
    await carryOut();
    expect(await statusOf(id)).toBe('paid');
  });

  it('sells nothing and publishes nothing', async () => {
    await suspend();
    expect(outcome(await payee.ask('GET /tiers'))).toEqual([403, 'auth.producersOnly']);
    expect(outcome(await payee.ask('POST /posts', { body: {} as never }))).toEqual([
      403,
      'auth.producersOnly',
    ]);
  });
});
