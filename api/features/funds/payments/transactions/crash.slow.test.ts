// The application killed at every step of a refund, from the request to its end: returned once.
import { randomUUID } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { ChargeId } from '@camarim/contract/ids';
import type { ReplyOf } from '@camarim/contract/route';
import { beforeAll, expect, it } from 'vitest';
import { until } from '../../../../testing/until.ts';
import { type KilledApp, killedApp, type Step } from '../../../../testing/crash/killed-app.ts';
import { chooseSteps } from '../../../../testing/crash/soak.ts';

type Charge = ReplyOf<Routes['POST /funds']>['data'];
type Refund = { id: string; status: string };

/** A busy machine needs seconds to start the application again. */
const PATIENCE_MS = 180_000;
const END_MS = 90_000;
/** The bank shows a return as under way for some seconds. */
const UNDER_WAY_SECONDS = 5;

let app: KilledApp;
beforeAll(async () => {
  app = await killedApp();
});

const refundOf = async (chargeId: string): Promise<Refund | undefined> =>
  (
    await app.database.pool.query<Refund>(
      'SELECT id, status FROM payment_refunds WHERE charge_id = $1',
      [chargeId],
    )
  ).rows[0];
const count = async (sql: string, id: string): Promise<number> =>
  (await app.database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, [id]))
    .rows[0]?.n ?? -1;

/** A person with a Pix of R$ 50 that was paid. */
const payer = async (name: string) => {
  const { token, profileId } = await app.signIn(name);
  const { id } = await app.press<Charge>('POST', '/funds', token, {
    key: randomUUID(),
    body: { paymentMethodKey: 'pix', value: 5_000 },
  });
  await app.bank.pay(id);
  await until(
    async () => (await app.call<Charge>('GET', `/funds/charges/${id}`, token))?.status === 'paid',
    END_MS,
  );
  return { token, profileId, chargeId: id };
};

/**
 * An administrator gives it back, once more when the first press left nothing behind; the clock
 * does the rest, in one process after the other.
 */
const giveBack = async (admin: string, chargeId: ChargeId): Promise<Refund> => {
  const { rows } = await app.database.pool.query<{ id: string }>(
    "SELECT id FROM ledger_transfers WHERE kind = 'topUp' AND reference_id = $1",
    [chargeId],
  );
  const press = () =>
    app.call('POST', `/dsb/transactions/${rows[0]?.id}/reverse-payment`, admin, {
      key: randomUUID(),
      body: { reason: 'pedido da pessoa' },
    });
  await press();
  await app.restartWhenDead();
  if (!(await refundOf(chargeId))) await press();
  const look = async (): Promise<boolean> => {
    await app.restartWhenDead();
    if ((await refundOf(chargeId))?.status !== 'requested') return true;
    await app.bank.advance(UNDER_WAY_SECONDS);
    await app.database.pool.query(
      "UPDATE payment_refunds SET next_try_at = created_at WHERE charge_id = $1 AND status = 'requested'",
      [chargeId],
    );
    app.send({ look: 'funds.reconcileRefunds' });
    await until(
      async () => app.isDead() || (await refundOf(chargeId))?.status !== 'requested',
      3_000,
    ).catch(() => undefined);
    return (await refundOf(chargeId))?.status !== 'requested';
  };
  await until(look, END_MS);
  return (await refundOf(chargeId)) as Refund;
};

const STEPS = chooseSteps<Step>([
  'uncommitted refundWish',
  'committed refundWish',
  'before refund',
  'after refund',
  'uncommitted refundEnd',
  'committed refundEnd',
]);

it.each(STEPS)(
  'a payment is returned once by an application that is killed at "%s"',
  async (step) => {
    const { token, chargeId } = await payer(`devolve${STEPS.indexOf(step)}`);
    const admin = await app.signIn(`chefe${STEPS.indexOf(step)}`, 'admin');
    const died = app.dieAt(step);
    const refund = await giveBack(admin.token, chargeId);
    await until(died);
    await app.restartWhenDead();
    expect(refund.status).toBe('done');
    expect(await app.bank.returnsOf(chargeId)).toEqual([
      { id: refund.id.replaceAll('-', ''), valor: '50.00', status: 'DEVOLVIDO' },
    ]);
    expect(await app.call('GET', '/funds', token)).toMatchObject([{ balance: 0 }]);
    expect([
      await count('payment_refunds WHERE charge_id = $1', chargeId),
      await count(
        'ledger_transfers o JOIN ledger_transfers r ON r.reverses = o.id WHERE o.reference_id = $1',
        chargeId,
      ),
    ]).toEqual([1, 1]);
  },
  PATIENCE_MS,
);

it.each(chooseSteps<Step>(['uncommitted refundEnd', 'committed refundEnd']))(
  'a refund that the bank did not carry out is credited once by an application that is killed at "%s"',
  async (step) => {
    const name = step.startsWith('un') ? 'volta1' : 'volta2';
    const { token, chargeId } = await payer(name);
    const admin = await app.signIn(`chefe-${name}`, 'admin');
    await app.bank.failNextRefund();
    const died = app.dieAt(step);
    const refund = await giveBack(admin.token, chargeId);
    await until(died);
    await app.restartWhenDead();
    expect(refund.status).toBe('failed');
    expect(await app.bank.returnsOf(chargeId)).toMatchObject([{ status: 'NAO_REALIZADO' }]);
    expect(await app.call('GET', '/funds', token)).toMatchObject([{ balance: 5_000 }]);
    expect(
      await count("ledger_transfers WHERE kind = 'refundFailed' AND reference_id = $1", chargeId),
    ).toBe(1);
  },
  PATIENCE_MS,
);

it('the refunds leave the ledger consistent', async () => {
  expect(await app.ledger.checkInvariants()).toEqual([]);
});
