// Money that a bank sends back after the account that it left was removed: the ledger takes it, and
// an administrator finds it.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { appWithBank, type TestAppWithBank } from '../../../testing/bank.ts';
import { until } from '../../../testing/until.ts';
import { chargeCard, saveCard } from '../../../testing/cards/paying.ts';
import { addKey, earn, joinPayee } from '../../../testing/paying-out.ts';
import { joinAdmin } from '../../../testing/producing.ts';
import { pollRefunds } from './transactions/refund.ts';

let app: TestAppWithBank;
beforeAll(async () => {
  app = await appWithBank();
});

const arm = async (fault: object): Promise<void> => {
  const armed = await fetch(`${app.bank.url}/__faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  if (!armed.ok) throw new Error(await armed.text());
};
const remove = (profileId: string | null) =>
  app.ctx.pool.query(
    'UPDATE users u SET removed_at = now() FROM profiles p WHERE p.user_id = u.id AND p.id = $1',
    [profileId],
  );
const itemsOf = async (column: 'cash_out_id' | 'charge_id', id: string) =>
  (
    await app.ctx.pool.query(
      `SELECT kind, ref, theirs_centavos::int AS theirs FROM statement_differences
        WHERE ${column} = $1`,
      [id],
    )
  ).rows;

test.each([true, false])(
  'a cash-out that its bank returns is an item only when its account was removed (%s)',
  async (removed) => {
    const payee = await addKey(app, await joinPayee(app, `devolve${Number(removed)}`));
    await earn(app, payee, 100_000);
    const { id } = await payee.call('POST /funds/cash-outs', {
      body: { value: 25_000 },
      idempotencyKey: randomUUID(),
    });
    if (removed) await remove(payee.profileId);
    await arm({ on: 'payout', action: 'refuse' });
    await app.runJobs();
    await until(async () => {
      await app.runJobs();
      return (
        (await app.ctx.pool.query('SELECT status FROM cash_outs WHERE id = $1', [id])).rows[0]
          ?.status === 'returned'
      );
    });
    expect(await itemsOf('cash_out_id', id)).toEqual(
      removed ? [{ kind: 'undecided', ref: `removed account:${id}`, theirs: 25_000 }] : [],
    );
  },
);

test.each([true, false])(
  'a refund that its gateway refuses is an item only when its account was removed (%s)',
  async (removed) => {
    const person = await app.join(`estorno${Number(removed)}`);
    const { id: cardId } = await saveCard(person);
    const { id: chargeId } = (await chargeCard(person, cardId, 5_000)).reply.data;
    const { rows } = await app.ctx.pool.query(
      "SELECT id FROM ledger_transfers WHERE kind = 'topUp' AND reference_id = $1",
      [chargeId],
    );
    const admin = await joinAdmin(app, `chefe${Number(removed)}`);
    await arm({ on: 'refund', action: 'fail' });
    await admin.call('POST /dsb/transactions/{id}/reverse-payment', {
      params: { id: rows[0].id },
      body: { reason: 'pedido da pessoa' },
    });
    if (removed) await remove(person.profileId);
    await pollRefunds(app.ctx, app.services.payments);
    await app.pass(3_600);
    await pollRefunds(app.ctx, app.services.payments);
    const { rows: refunds } = await app.ctx.pool.query(
      'SELECT id, status FROM payment_refunds WHERE charge_id = $1',
      [chargeId],
    );
    expect(refunds).toMatchObject([{ status: 'failed' }]);
    expect((await app.ctx.ledger.balanceOf(person.profileId)).balance).toBe(5_000);
    expect(await itemsOf('charge_id', chargeId)).toEqual(
      removed
        ? [{ kind: 'undecided', ref: `removed account refund:${refunds[0].id}`, theirs: 5_000 }]
        : [],
    );
  },
);
