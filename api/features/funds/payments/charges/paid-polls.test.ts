// Card payments at an acquirer that notifies nothing are asked about again by the clock: what was
// returned in its panel leaves the wallet by itself.
import type { ChargeId } from '@camarim/contract/ids';
import { DAY_SECONDS, DAY_MS } from '@camarim/contract/time';
import { beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { toReference } from '../../../../platform/payments/rede/rede-wire.ts';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import { chargeCard, saveCard } from '../../../../testing/cards/paying.ts';

let app: TestAppWithBank;
beforeAll(async () => {
  app = await appWithBank({ CARD_ACQUIRER: 'rede' });
});

const pay = async (person: ApiClient): Promise<ChargeId> => {
  const { id } = await saveCard(person);
  const { reply } = await chargeCard(person, id);
  expect(reply.data.status).toBe('paid');
  return reply.data.id;
};
const passDays = async (days: number): Promise<void> => {
  await app.pass(days * DAY_SECONDS);
  await app.ctx.jobs.enqueue(app.ctx.db, 'funds.reconcile', {});
  await app.runJobs();
};
const inThePanel = async (id: ChargeId, amountCentavos: number): Promise<void> => {
  const reply = await fetch(`${app.bank.url}/__orders/rede/${toReference(id)}/refund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amountCentavos }),
  });
  if (!reply.ok) throw new Error(await reply.text());
};
const stateOf = async (id: ChargeId) =>
  (
    await app.ctx.pool.query<{ status: string; due: Date | null }>(
      'SELECT status, next_check_at AS due FROM charges WHERE id = $1',
      [id],
    )
  ).rows[0];
const walletOf = async (person: ApiClient) =>
  (await app.ctx.ledger.balanceOf(person.profileId)).balance;

it('partial returns in the panel on different days leave the wallet by polling alone', async () => {
  const person = await app.join('devolvida');
  const id = await pay(person);
  await passDays(2);
  expect(await walletOf(person)).toBe(5_000);
  await inThePanel(id, 2_000);
  await passDays(0.4);
  expect(await walletOf(person)).toBe(5_000);
  await passDays(1);
  expect(await walletOf(person)).toBe(3_000);
  await inThePanel(id, 3_000);
  await passDays(1.1);
  expect([await walletOf(person), await stateOf(id)]).toEqual([
    0,
    { status: 'refunded', due: null },
  ]);
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
});

it('a paid charge is polled weekly after 30 days, and not after 180 days', async () => {
  const person = await app.join('antiga');
  const id = await pay(person);
  await passDays(31);
  await inThePanel(id, 1_000);
  await passDays(6);
  expect(await walletOf(person)).toBe(5_000);
  await passDays(1.1);
  expect(await walletOf(person)).toBe(4_000);
  await passDays(150);
  expect((await stateOf(id))?.due).toBeNull();
});

it('an unavailable gateway is polled again on the next day', async () => {
  const person = await app.join('fora');
  const id = await pay(person);
  await inThePanel(id, 5_000);
  await fetch(`${app.bank.url}/__faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      on: 'GET /erede/v2/transactions',
      action: 'status',
      status: 503,
      times: 1_000,
    }),
  });
  await passDays(1.1);
  await fetch(`${app.bank.url}/__faults`, { method: 'DELETE' });
  expect([await walletOf(person), (await stateOf(id))?.status]).toEqual([5_000, 'paid']);
  await passDays(1.1);
  expect(await walletOf(person)).toBe(0);
});

it('unpaid charges are polled before a backlog of paid ones', async () => {
  const waiting = await (
    await app.join('esperando')
  ).call('POST /funds', {
    body: { paymentMethodKey: 'pix', value: 5_000 },
    idempotencyKey: 'a-payment-that-waits',
  });
  const { rows } = await app.ctx.pool.query(
    "SELECT id FROM charges WHERE provider = 'rede' AND paid_at IS NOT NULL",
  );
  expect(rows.length).toBeGreaterThan(1);
  await app.ctx.pool.query(
    "UPDATE charges SET next_check_at = $1 WHERE provider = 'rede' AND paid_at IS NOT NULL",
    [new Date(app.clock.now().getTime() - DAY_MS)],
  );
  const asked: string[] = [];
  const { pix, rede } = app.ctx.payments;
  if (!pix || !rede) throw new Error('no gateway');
  for (const provider of [pix, rede]) {
    const { status } = provider;
    provider.status = (charge) => {
      asked.push(charge.chargeId);
      return status(charge);
    };
  }
  await passDays(1 / 24 / 60);
  expect(asked[0]).toBe(waiting.id);
  expect(new Set(asked.slice(1))).toEqual(new Set(rows.map(({ id }) => id)));
});
