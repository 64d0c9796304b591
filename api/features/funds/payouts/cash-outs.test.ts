// Cash-outs end to end with the sandbox bank: who may request which amount, who decides, and every
// cent in its place.
import { randomUUID } from 'node:crypto';
import type { TransferId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../platform/database/transaction.ts';
import { TEST_PASSWORD } from '../../../testing/app.ts';
import { appWithBank, type TestAppWithBank } from '../../../testing/bank.ts';
import {
  addKey,
  earn,
  joinPayee,
  type Payee,
  signInWithProof,
} from '../../../testing/paying-out.ts';
import { cashOutSteps, outcomeOf, payeeWithEarnings } from '../../../testing/payouts/cash-outs.ts';
import { joinAdmin } from '../../../testing/producing.ts';

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
const { tryCashOut, cashOut, runJobs, carryOut, statusOf, stepsOf, earnings, accounts, sentOf } =
  cashOutSteps(() => ({ app, payee }));

describe('a cash-out', () => {
  it('a cash-out of a producer with a debt pays the debt from the earnings first', async () => {
    const profileId = payee.profileId;
    const { rows } = await app.ctx.pool.query<{ id: TransferId }>(
      `SELECT t.id FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
        JOIN ledger_accounts a ON a.id = e.account_id
       WHERE t.kind = 'tip' AND a.owner_profile_id = $1 AND a.kind = 'pending'`,
      [profileId],
    );
    const { ledger } = app.ctx;
    // The money was paid out before it was returned to its payer.
    await ledger.post({
      kind: 'payout',
      payoutId: randomUUID(),
      profileId,
      amount: centavos(99_000),
    });
    const reversal = { actorId: null, reason: 'test', toDebt: true };
    await transaction(app.ctx.db, (tx) =>
      ledger.reverseIn(tx, { transferId: rows[0]?.id as TransferId, ...reversal }),
    );
    expect(await ledger.debtOf(profileId)).toBe(99_000);
    await earn(app, payee, 129_000);
    expect((await tryCashOut(30_001)).reply.code).toBe('cashOut.owing');
    await cashOut(30_000);
    expect(await ledger.debtOf(profileId)).toBe(0);
    expect((await ledger.earningsOf(profileId)).available).toBe(0);
    expect(await ledger.checkInvariants()).toEqual([]);
  });

  it('a cash-out leaves the earnings at once, and is paid when the bank confirms', async () => {
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
    const [shown] = await payee.call('GET /funds/cash-outs', { query: { limit: 1, offset: 0 } });
    expect(shown?.steps.map(({ status: step }) => step)).toEqual(['approved', 'sent', 'paid']);
    expect([shown?.steps[0]?.at, shown?.steps.at(-1)?.at]).toEqual([
      shown?.createdAt,
      shown?.finishedAt,
    ]);
    expect(await accounts()).toEqual({ earnings: 60_000, payout_in_transit: 0 });
    expect(
      (await payee.call('GET /profiles/notifications', { query: { limit: 5, offset: 0 } })).map(
        ({ type, amount }) => [type, amount],
      ),
    ).toContainEqual(['cashOutPaid', 40_000]);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  it('a cash-out is returned again for the same key, and refused for another amount under that key', async () => {
    const first = await tryCashOut(20_000, 'once-again');
    expect((await tryCashOut(20_000, 'once-again')).reply.data.id).toBe(first.reply.data.id);
    expect(outcomeOf(await tryCashOut(30_000, 'once-again'))).toEqual([
      409,
      'request.idempotencyMismatch',
    ]);
    expect(await earnings()).toBe(80_000);
  });

  it('a cash-out requires recent authentication, a minimum, a balance and an account past its cool-off', async () => {
    expect(outcomeOf(await tryCashOut(9_999))).toEqual([400, 'validate.minValue']);
    expect((await tryCashOut(9_999)).reply.fields).toMatchObject({
      value: { message: 'O mínimo é 100.' },
    });
    expect(outcomeOf(await tryCashOut(100_001))).toEqual([409, 'cashOut.noBalance']);
    const other = await addKey(app, await joinPayee(app, `outra${names}`));
    payee = { ...payee, ...(await signInWithProof(app, payee.domainName)) };
    const [theirs] = await (await signInWithProof(app, other.domainName)).call('GET /banks');
    expect(
      outcomeOf(await tryCashOut(10_000, randomUUID(), { bankAccountId: theirs?.id })),
    ).toEqual([409, 'cashOut.noAccount']);
    const fresh = await payee.call('POST /banks', {
      body: {
        isPix: true,
        pix: payee.document,
        holderName: payee.fullName,
        holderDocument: payee.document,
      },
    });
    expect(outcomeOf(await tryCashOut(10_000, randomUUID(), { bankAccountId: fresh.id }))).toEqual([
      409,
      'cashOut.accountTooNew',
    ]);
    app.clock.advance(11 * MINUTE_MS);
    expect(outcomeOf(await tryCashOut(10_000))).toEqual([403, 'stepUp.required']);
    expect(await accounts()).toEqual({ earnings: 100_000 });
  });

  it('a cash-out is sent to its destination although that bank account is removed after the request', async () => {
    const id = await cashOut(10_000);
    const [account] = await payee.call('GET /banks');
    await payee.call('DELETE /banks/{id}', { params: { id: account?.id as never } });
    await runJobs();
    await carryOut();
    expect(await statusOf(id)).toBe('paid');
    expect(outcomeOf(await tryCashOut(10_000))).toEqual([409, 'cashOut.noAccount']);
  });

  it('a cash-out pays the fee to the platform when there is one', async () => {
    (app.ctx.config as { CASH_OUT_FEE_CENTAVOS: number }).CASH_OUT_FEE_CENTAVOS = 350;
    const id = await cashOut(25_000);
    (app.ctx.config as { CASH_OUT_FEE_CENTAVOS: number }).CASH_OUT_FEE_CENTAVOS = 0;
    await runJobs();
    await carryOut();
    expect(await sentOf(id)).toMatchObject([{ valor: '246.50' }]);
    expect(await accounts()).toEqual({ earnings: 75_000, payout_in_transit: 0 });
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });
});

describe('the limits of cash-outs', () => {
  it('the limits of cash-outs count São Paulo days and months without returned cash-outs', async () => {
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
    expect(outcomeOf(await tryCashOut(100_001))).toEqual([409, 'cashOut.dayLimit']);
    expect(await terms()).toMatchObject({
      max: 100_000,
      day: { used: 900_000 },
      month: { used: 900_000 },
    });
    await app.bank.armFault({ on: 'payout', action: 'refuse' });
    await runJobs();
    expect(await terms()).toMatchObject({ max: 1_000_000, day: { used: 0 } });
    await app.ctx.pool.query(
      "UPDATE cash_outs SET status = 'paid', amount_centavos = 9950000, day = date_trunc('month', day)::date WHERE profile_id = $1",
      [payee.profileId],
    );
    expect(outcomeOf(await tryCashOut(100_000))).toEqual([
      409,
      expect.stringMatching(/cashOut\.(month|day)Limit/),
    ]);
    await app.ctx.pool.query('UPDATE cash_outs SET day = day - 40 WHERE profile_id = $1', [
      payee.profileId,
    ]);
    expect((await tryCashOut(100_000)).status).toBe(200);
  });

  it('the limits of cash-outs hold under concurrent requests: no more leaves than was earned', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryCashOut(15_000)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
    expect(
      new Set(answers.filter(({ status }) => status !== 200).map(({ reply }) => reply.code)),
    ).toEqual(new Set(['cashOut.noBalance']));
    expect(await accounts()).toEqual({ earnings: 10_000, payout_in_transit: 90_000 });
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });
});

describe('a suspended producer', () => {
  const suspend = async () => {
    const admin = await joinAdmin(app, `suspende-${payee.domainName}`);
    await admin.call('POST /profiles/approve-producer', {
      body: {
        producerId: payee.profileId,
        decision: 'suspend',
        reason: 'uma denúncia a conferir',
      },
    });
    app.clock.advance(6_000);
    payee = { ...payee, ...(await signInWithProof(app, payee.domainName)) };
    return admin;
  };

  it('a suspended producer sees the earnings and cashes out any amount after an administrator’s decision', async () => {
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

  it('a suspended producer sells nothing and publishes nothing', async () => {
    await suspend();
    expect(outcomeOf(await payee.ask('GET /tiers'))).toEqual([403, 'auth.producersOnly']);
    expect(outcomeOf(await payee.ask('POST /posts', { body: {} }))).toEqual([
      403,
      'auth.producersOnly',
    ]);
  });
});

describe('a blocked producer', () => {
  it('an administrator asks for the cash-out of a blocked person, and it is paid after a decision', async () => {
    const admin = await joinAdmin(app, `bloqueia-${payee.domainName}`);
    await admin.call('POST /auth/step-up', { body: { password: TEST_PASSWORD } });
    const profileId = payee.profileId;
    const ask = (body: object, key = randomUUID()) =>
      admin.ask('POST /dsb/cash-outs', {
        body: { profileId, value: 20_000, reason: 'Pedido por email', ...body },
        idempotencyKey: key,
      });
    expect(outcomeOf(await ask({}))).toEqual([409, 'user.notBlocked']);
    expect(outcomeOf(await ask({ profileId: admin.profileId }))).toEqual([403, 'decision.own']);
    const { user_id: userId } = await app.ctx.db
      .selectFrom('profiles')
      .select('user_id')
      .where('id', '=', profileId)
      .executeTakeFirstOrThrow();
    await admin.call('DELETE /dsb/user/{userId}', {
      params: { userId: userId },
      body: { reason: 'Spam em mensagens' },
    });
    expect((await payee.ask('GET /funds/earnings-balance')).status).toBe(401);
    const key = randomUUID();
    const [one, again] = [await ask({}, key), await ask({}, key)];
    expect(one.reply.data).toMatchObject({ status: 'requested', value: 20_000 });
    expect(again.reply.data.id).toBe(one.reply.data.id);
    const { id } = one.reply.data;
    await runJobs();
    expect(await sentOf(id)).toEqual([]);
    await admin.call('POST /dsb/cash-outs/{id}', { params: { id }, body: { approve: true } });
    await runJobs();
    await carryOut();
    expect(await statusOf(id)).toBe('paid');
    expect((await app.ctx.ledger.totalsOf(profileId)).balances.earnings).toBe(80_000);
  });
});
