// The steps of a cash-out for tests: its request, its jobs, the bank's work, and what became of the
// money.
import { randomUUID } from 'node:crypto';
import type { CashOutId } from '@camarim/contract/ids';
import { type TestAppWithBank } from '../bank.ts';
import { until } from '../until.ts';
import { addKey, earn, joinPayee, type Payee } from '../paying-out.ts';

/** A producer with a Pix key and R$ 1,000.00 to cash out. */
export const payeeWithEarnings = async (
  app: TestAppWithBank,
  domainName: string,
): Promise<Payee> => {
  const payee = await addKey(app, await joinPayee(app, domainName));
  await earn(app, payee, 100_000);
  return payee;
};

/** What a test works with at the moment: the payee changes from test to test. */
type Scene = () => { app: TestAppWithBank; payee: Payee };

/** Call it at the top of a test file. */
export const cashOutSteps = (scene: Scene) => ({
  ...requests(scene),
  ...work(scene),
  ...records(scene),
});

export const outcomeOf = ({ status, reply }: { status: number; reply: { code?: string } }) => [
  status,
  reply.code,
];

const requests = (scene: Scene) => ({
  tryCashOut: (value: number, idempotencyKey: string = randomUUID(), body: object = {}) =>
    scene().payee.ask('POST /funds/cash-outs', { body: { value, ...body }, idempotencyKey }),
  cashOut: async (value: number): Promise<CashOutId> =>
    (
      await scene().payee.call('POST /funds/cash-outs', {
        body: { value },
        idempotencyKey: randomUUID(),
      })
    ).id,
});

const work = (scene: Scene) => ({
  runJobs: async (name?: 'funds.reconcileCashOuts'): Promise<void> => {
    const { app } = scene();
    if (name) await app.ctx.jobs.enqueue(app.ctx.db, name, {});
    await app.runJobs();
  },
  /** As the clock does: a job that fails is left for its own next attempt. */
  reconcile: async (): Promise<void> => {
    const { ctx, clock } = scene().app;
    await ctx.jobs.enqueue(ctx.db, 'funds.reconcileCashOuts', {});
    await ctx.jobs.runDue(clock.now());
  },
  /** Lets the bank carry it out; its notification is followed. */
  carryOut: async (): Promise<void> => {
    const { app, payee } = scene();
    await app.pass(3);
    await until(async () => {
      await app.runJobs();
      const { rowCount } = await app.ctx.pool.query(
        "SELECT 1 FROM cash_outs WHERE profile_id = $1 AND status = 'sent'",
        [payee.profileId],
      );
      return rowCount === 0;
    });
  },
});

const records = (scene: Scene) => {
  const query = async (sql: string, ...values: unknown[]) =>
    (await scene().app.ctx.pool.query(sql, values)).rows;
  return {
    statusOf: async (id: CashOutId): Promise<string> =>
      (await query('SELECT status FROM cash_outs WHERE id = $1', id))[0].status,
    stepsOf: async (id: CashOutId): Promise<string[]> =>
      (
        await query(
          'SELECT to_status FROM cash_out_events WHERE cash_out_id = $1 ORDER BY version',
          id,
        )
      ).map(({ to_status }) => to_status),
    earnings: async (): Promise<number> => {
      const { app, payee } = scene();
      return (await app.ctx.ledger.earningsOf(payee.profileId)).available;
    },
    /** Balance by kind of the payee's accounts of the ledger. */
    accounts: async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        (
          await query(
            "SELECT kind, balance::int FROM ledger_accounts WHERE owner_profile_id = $1 AND kind IN ('earnings', 'payout_in_transit')",
            scene().payee.profileId,
          )
        ).map(({ kind, balance }) => [kind, balance]),
      ),
    /** What the bank has sent under the id of this cash-out. */
    sentOf: (id: CashOutId) => scene().app.bank.payouts.sentOf(id),
  };
};
