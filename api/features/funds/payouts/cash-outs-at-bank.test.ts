// Cash-outs at the bank: each is sent once although replies are lost, and returned money is in the
// earnings again.
import type { CashOutId } from '@camarim/contract/ids';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { appWithBank, type TestAppWithBank } from '../../../testing/bank.ts';
import { until } from '../../../testing/until.ts';
import type { Payee } from '../../../testing/paying-out.ts';
import { cashOutSteps, payeeWithEarnings } from '../../../testing/payouts/cash-outs.ts';
import { syncCashOut } from './sync-cash-out.ts';

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
const { cashOut, runJobs, reconcile, carryOut, statusOf, stepsOf, accounts, sentOf } = cashOutSteps(
  () => ({ app, payee }),
);

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
  ])('a cash-out is sent once when %s', async (_name, faults) => {
    const id = await cashOut(25_000);
    for (const fault of faults) await app.bank.armFault(fault);
    // A job that found no answer is tried again, here by the reconciliation.
    await app.ctx.jobs.runDue(app.clock.now());
    await app.pass(90);
    await reconcile();
    await app.pass(90);
    await reconcile();
    expect(await statusOf(id)).toBe('paid');
    expect(await sentOf(id)).toHaveLength(1);
    expect(await accounts()).toEqual({ earnings: 75_000, payout_in_transit: 0 });
  });

  it('a cash-out is sent once when the process dies before the result of the bank is recorded', async () => {
    const id = await cashOut(25_000);
    await app.ctx.pool
      .query(`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'died'; END $$;
      CREATE TRIGGER die BEFORE INSERT ON cash_out_events FOR EACH ROW EXECUTE FUNCTION die()`);
    const died = (await app.ctx.jobs.runDue(app.clock.now())).filter(({ error }) => error);
    await app.ctx.pool.query('DROP TRIGGER die ON cash_out_events; DROP FUNCTION die');
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

  it('a cash-out is sent once, and keeps the earnings, when the first answer is lost and lookups lag', async () => {
    const id = await cashOut(25_000);
    await app.bank.armFault({ on: 'PUT /v3/gn/pix', action: 'drop', when: 'after' });
    await app.bank.armFault({ on: 'GET /v2/gn/pix', action: 'status', status: 404, times: 100 });
    await app.ctx.jobs.runDue(app.clock.now());
    await app.pass(90);
    await reconcile();
    expect([await statusOf(id), await accounts()]).toEqual([
      'approved',
      { earnings: 75_000, payout_in_transit: 25_000 },
    ]);
    await app.bank.disarm();
    await app.pass(3_600);
    await reconcile();
    expect([await statusOf(id), (await sentOf(id)).length, await accounts()]).toEqual([
      'paid',
      1,
      { earnings: 75_000, payout_in_transit: 0 },
    ]);
  });

  it('a cash-out that the bank reports paid after its money was returned opens one item, and is sent once', async () => {
    const id = await cashOut(25_000);
    await runJobs();
    await app.pass(3);
    await app.ctx.pool.query(
      "UPDATE cash_outs SET status = 'returned', finished_at = now(), next_check_at = NULL WHERE id = $1",
      [id],
    );
    for (let times = 0; times < 2; times += 1) await syncCashOut(app.ctx, id, 'webhook');
    const { rows } = await app.ctx.pool.query(
      'SELECT kind, theirs_centavos::int AS theirs FROM statement_differences WHERE cash_out_id = $1',
      [id],
    );
    expect(rows).toEqual([{ kind: 'contradiction', theirs: 25_000 }]);
    // Restored, so that the ledger is consistent for the other tests.
    await app.ctx.pool.query(
      "UPDATE cash_outs SET status = 'sent', finished_at = NULL WHERE id = $1",
      [id],
    );
    await syncCashOut(app.ctx, id, 'job');
    expect(await statusOf(id)).toBe('paid');
  });

  it('a cash-out is sent once when concurrent processes sync it', async () => {
    const id = await cashOut(25_000);
    await Promise.all(Array.from({ length: 8 }, () => syncCashOut(app.ctx, id, 'job')));
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
    await app.bank.armFault(fault);
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

  it('a cash-out returned after its payment is one new transfer, however often it is reported', async () => {
    const id = await cashOut(25_000);
    await runJobs();
    await carryOut();
    expect(await statusOf(id)).toBe('paid');
    await app.bank.armFault({ on: 'webhook', action: 'duplicate' });
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
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  it('a cash-out returned without a notification is found by the daily poll', async () => {
    const id = await cashOut(25_000);
    await runJobs();
    await carryOut();
    await app.bank.armFault({ on: 'webhook', action: 'lose' });
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
        await app.ctx.pool.query<object>(
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

    it('a partly returned cash-out stays paid, and opens an item when the rest has not come within a week', async () => {
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
      expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
    });

    it('a partly returned cash-out is returned in full when the rest follows within a week', async () => {
      const id = await cashOut(25_000);
      await runJobs();
      await carryOut();
      await sendBack(id, '100.00');
      await lookForDays(2);
      await sendBack(id, '150.00');
      await lookForDays(6);
      expect([await statusOf(id), await itemsOf(id)]).toEqual(['returned', []]);
      expect(await accounts()).toEqual({ earnings: 100_000, payout_in_transit: 0 });
      expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
    });
  });
});
