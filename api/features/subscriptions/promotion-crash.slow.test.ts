// The application killed while a month of a promotion is charged: it is charged once, at its price,
// and counted once.
import { randomUUID } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { ChargeId, ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import type { ReplyOf } from '@camarim/contract/route';
import { beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../platform/ids/new-id.ts';
import { until } from '../../testing/until.ts';
import { type KilledApp, killedApp, type Step } from '../../testing/crash/killed-app.ts';

const PLAN = 2_000;
const LOWER = 1_000;
const BALANCE = 50_000;
/** A busy machine needs seconds to start the application again. */
const PATIENCE_MS = 60_000;
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let app: KilledApp;
let producerId: string;
let promotionId: string;
beforeAll(async () => {
  app = await killedApp();
  const producer = await app.signIn('vendedora', 10_000);
  producerId = producer.profileId;
  await app.press('POST', '/tiers/paid', producer.token, { body: { price: PLAN } });
  const { tier } = await app.press<ReplyOf<Routes['POST /tiers/promotions']>['data']>(
    'POST',
    '/tiers/promotions',
    producer.token,
    { body: { discount: 50, discountMonths: 3, activeDays: 30, maxUsers: 100 } },
  );
  promotionId = tier?.promotions[0]?.id ?? '';
});

const subscribe = async (name: string): Promise<string> => {
  await app.restartWhenDead();
  const { token, profileId } = await app.signIn(name);
  await app.ledger.post({
    kind: 'topUp',
    chargeId: newId() as ChargeId,
    profileId: profileId as ProfileId,
    gateway: 'pix',
    amount: centavos(BALANCE),
  });
  await app.press('POST', `/profiles/${producerId}/renew`, token, {
    key: randomUUID(),
    body: { price: LOWER, promotionId, promotion: { months: 3, price: PLAN } },
  });
  return profileId;
};
/**
 * The paid time ends in a minute. The periods are moved out of the way first, by other years at
 * each call, because no two of them may overlap for a moment.
 */
const passMonth = async (fanId: string, years: number): Promise<void> => {
  const { pool } = app.database;
  await pool.query(
    `UPDATE subscription_periods SET during = tstzrange(lower(during) - $2::int * interval '1 year',
      upper(during) - $2::int * interval '1 year')
     WHERE subscription_id = (SELECT id FROM subscriptions WHERE fan_id = $1)`,
    [fanId, years],
  );
  await pool.query(
    `WITH s AS (
       UPDATE subscriptions SET paid_until = t.until,
         anchor_at = t.until - months_paid * interval '1 month', renew_at = now()
       FROM (SELECT date_trunc('milliseconds', now() + interval '1 minute') AS until) t
         WHERE fan_id = $1 RETURNING id, paid_until
     ) UPDATE subscription_periods p SET during = tstzrange(s.paid_until - interval '28 days',
       s.paid_until) FROM s
       WHERE p.id = (SELECT id FROM subscription_periods WHERE subscription_id = s.id
         ORDER BY created_at DESC LIMIT 1)`,
    [fanId],
  );
};
const renew = async (): Promise<void> => {
  await app.restartWhenDead();
  app.send({ look: 'subscriptions.renew' });
};
const stateOf = async (fanId: string) =>
  (
    await app.database.pool.query<{ paid: number[]; left: number; spent: number }>(
      `SELECT (SELECT array_agg(p.amount_centavos::int ORDER BY p.created_at)
        FROM subscription_periods p WHERE p.subscription_id = s.id) AS paid,
        s.promotion_months_left AS left,
         (SELECT -sum(e.amount)::int FROM ledger_entries e
           JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'wallet'
           JOIN ledger_transfers t ON t.id = e.transfer_id AND t.kind = 'subscription'
           WHERE a.owner_profile_id = s.fan_id) AS spent
       FROM subscriptions s WHERE s.fan_id = $1`,
      [fanId],
    )
  ).rows[0];

const isAnnounced = async (fanId: string): Promise<boolean> =>
  (
    await app.database.pool.query(
      'SELECT FROM subscriptions WHERE fan_id = $1 AND remind_at IS NULL AND renew_at > now()',
      [fanId],
    )
  ).rowCount === 1;

it.each(['before credit', 'uncommitted period', 'committed period'] satisfies Step[])(
  'a month of a promotion is charged and counted once by an application that is killed at "%s"',
  async (step) => {
    const fanId = await subscribe(step.replace(' ', '-'));
    expect(await stateOf(fanId)).toEqual({ paid: [LOWER], left: 2, spent: LOWER });
    const died = app.dieAt(step);
    await passMonth(fanId, 10);
    app.send({ look: 'subscriptions.renew' });
    await until(died, PATIENCE_MS);
    await renew();
    await until(async () => (await stateOf(fanId))?.paid.length === 2, PATIENCE_MS);
    // A sweep more finds nothing to do.
    await renew();
    expect(await stateOf(fanId)).toEqual({ paid: [LOWER, LOWER], left: 1, spent: 2 * LOWER });
    await passMonth(fanId, 20);
    await renew();
    await until(async () => (await stateOf(fanId))?.paid.length === 3, PATIENCE_MS);
    // The first month at the full price is announced a day ahead: the day is passed, too.
    await passMonth(fanId, 40);
    await renew();
    await until(() => isAnnounced(fanId), PATIENCE_MS);
    await app.database.pool.query('UPDATE subscriptions SET renew_at = now() WHERE fan_id = $1', [
      fanId,
    ]);
    await renew();
    await until(async () => (await stateOf(fanId))?.paid.length === 4, PATIENCE_MS);
    expect(await stateOf(fanId)).toEqual({
      paid: [LOWER, LOWER, LOWER, PLAN],
      left: 0,
      spent: 3 * LOWER + PLAN,
    });
  },
);

it('the months leave the ledger consistent', async () => {
  expect(await app.ledger.checkInvariants()).toEqual([]);
});
