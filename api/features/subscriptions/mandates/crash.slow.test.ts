// The application killed while a fan subscribes by Pix Automático, and while a month is charged.
import { randomUUID } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { ReplyOf } from '@camarim/contract/route';
import { beforeAll, expect, it, vi } from 'vitest';
import { until } from '../../../testing/until.ts';
import { type KilledApp, killedApp, type Step } from '../../../testing/crash/killed-app.ts';
import { chooseSteps } from '../../../testing/crash/soak.ts';

type Charge = ReplyOf<Routes['POST /funds']>['data'];

const PRICE = 2_990;
/** A busy machine needs seconds to start the application again. */
const PATIENCE_MS = 60_000;
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let app: KilledApp;
let producerId: string;
beforeAll(async () => {
  app = await killedApp();
  const producer = await app.signIn('vendedora', 10_000);
  producerId = producer.profileId;
  await app.press('POST', '/tiers/paid', producer.token, { body: { price: PRICE } });
});

const count = async (sql: string, id: string): Promise<number> =>
  (await app.database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, [id]))
    .rows[0]?.n ?? -1;
const look = async (
  what: 'funds.reconcile' | 'subscriptions.renew',
  profileId: string,
): Promise<void> => {
  await app.restartWhenDead();
  await app.database.pool.query(
    "UPDATE charges SET next_check_at = created_at WHERE profile_id = $1 AND status IN ('created', 'pending')",
    [profileId],
  );
  app.send({ look: what });
};
/** Comes in, asks for a code with the process dying on its way, and pays it. */
const subscribe = async (name: string, step: Step | null) => {
  await app.restartWhenDead();
  const { token, profileId } = await app.signIn(name);
  await app.press('POST', '/funds/accept-bills', token, {
    body: { cpfcnpj: '52998224725', name: 'Pessoa Pagadora' },
  });
  const died = step && app.dieAt(step);
  const request = { key: randomUUID(), body: { price: PRICE } };
  const charge = await app.press<Charge>(
    'POST',
    `/profiles/${producerId}/renew/pix-automatico`,
    token,
    request,
  );
  expect(charge).toMatchObject({ status: 'pending', value: PRICE });
  expect(charge.pixPayment?.qrCode).toContain('/qr/v2/rec/');
  await app.bank.pay(charge.id);
  if (died) await until(died, PATIENCE_MS);
  await look('funds.reconcile', profileId);
  await until(
    async () =>
      (await app.call<Charge>('GET', `/funds/charges/${charge.id}`, token))?.status === 'paid',
    PATIENCE_MS,
  );
  expect(
    (
      await app.press<Charge>(
        'POST',
        `/profiles/${producerId}/renew/pix-automatico`,
        token,
        request,
      )
    ).id,
  ).toBe(charge.id);
  return { token, profileId };
};

const STEPS = chooseSteps<Step>([
  'uncommitted mandate',
  'committed mandate',
  'before opening',
  'after opening',
  'committed activation',
  'committed notification',
  'before credit',
  'uncommitted period',
  'committed period',
]);

it.each(STEPS)(
  'the first month is paid once by an application that is killed at "%s"',
  async (step) => {
    const { token, profileId } = await subscribe(step.replace(' ', '-'), step);
    expect(await app.call('GET', '/funds', token)).toMatchObject([{ balance: 0 }]);
    expect([
      await count('mandates WHERE fan_id = $1', profileId),
      await count('charges WHERE profile_id = $1', profileId),
      await count(
        'subscription_periods p JOIN subscriptions s ON s.id = p.subscription_id WHERE s.fan_id = $1 AND s.mandate_id IS NOT NULL AND s.renew_at IS NOT NULL',
        profileId,
      ),
    ]).toEqual([1, 1, 1]);
  },
);

it.each(chooseSteps<Step>(['uncommitted charge', 'committed charge', 'before bank', 'after bank']))(
  'a later month is requested once by an application that is killed at "%s"',
  async (step) => {
    const { profileId } = await subscribe(`mes-${step.replace(' ', '-')}`, null);
    const died = app.dieAt(step);
    // The paid time ends in five days: the month after it is asked for now.
    await app.database.pool.query(
      "UPDATE subscriptions SET renew_at = now(), paid_until = now() + interval '5 days' WHERE fan_id = $1",
      [profileId],
    );
    app.send({ look: 'subscriptions.renew' });
    await until(died, PATIENCE_MS);
    await look('subscriptions.renew', profileId);
    await look('funds.reconcile', profileId);
    await until(
      async () =>
        (await count(
          "charges WHERE profile_id = $1 AND due_on IS NOT NULL AND status = 'pending'",
          profileId,
        )) === 1,
      PATIENCE_MS,
    );
    expect([
      await count('charges WHERE profile_id = $1 AND due_on IS NOT NULL', profileId),
      await count('subscriptions WHERE fan_id = $1 AND collection_id IS NOT NULL', profileId),
    ]).toEqual([1, 1]);
  },
);

it('the months leave the ledger consistent', async () => {
  expect(await app.ledger.checkInvariants()).toEqual([]);
});
