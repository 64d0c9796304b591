// The application killed at every step from the request to the credited payment: everything
// acknowledged is credited once.
import { randomUUID } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { ReplyOf } from '@camarim/contract/route';
import { beforeAll, expect, it } from 'vitest';
import { until } from '../../../../testing/until.ts';
import { type KilledApp, killedApp, type Step } from '../../../../testing/crash/killed-app.ts';
import { chooseSteps } from '../../../../testing/crash/soak.ts';

/** A busy machine needs seconds to start the application again. */
const PATIENCE_MS = 180_000;

type Charge = ReplyOf<Routes['POST /funds']>['data'];

let app: KilledApp;
beforeAll(async () => {
  app = await killedApp('after bank');
});

/** Every key that was answered with a charge. */
const acknowledged = new Map<string, string>();

const topUp = async (token: string, key: string): Promise<Charge> => {
  const charge = await app.press<Charge>('POST', '/funds', token, {
    key,
    body: { paymentMethodKey: 'pix', value: 5_000 },
  });
  acknowledged.set(key, charge.id);
  return charge;
};

const isPaid = async (token: string, id: string): Promise<boolean> =>
  (await app.call<Charge>('GET', `/funds/charges/${id}`, token))?.status === 'paid';

const STEPS = chooseSteps<Step>([
  'uncommitted charge',
  'committed charge',
  'after bank',
  'uncommitted code',
  'committed code',
  'uncommitted notification',
  'committed notification',
  'uncommitted credit',
  'committed credit',
]);

it.each(STEPS)(
  'a payment of an application that is killed at "%s" continues after the restart',
  async (step) => {
    const { bank, database } = app;
    const { token, profileId } = await app.signIn(step.replace(' ', '-'));
    const key = randomUUID();
    const died = app.dieAt(step);
    const charge = await topUp(token, key);
    expect(charge).toMatchObject({ status: 'pending', value: 5_000 });
    await bank.pay(charge.id);
    await until(died, 50_000);
    await app.restartWhenDead();
    await database.pool.query(
      'UPDATE charges SET next_check_at = created_at WHERE profile_id = $1 AND next_check_at IS NOT NULL',
      [profileId],
    );
    app.send({ look: 'funds.reconcile' });
    await until(() => isPaid(token, charge.id), 50_000);

    // The same key once more, and everything that only ever happened once.
    expect((await topUp(token, key)).id).toBe(charge.id);
    expect(await bank.revisionOf(charge.id)).toBe(0);
    expect(await app.call('GET', '/funds', token)).toMatchObject([{ balance: 5_000 }]);
    const { rows } = await database.pool.query<{
      charges: number;
      credits: number;
      notices: number;
    }>(
      `SELECT (SELECT count(*) FROM charges WHERE profile_id = $1)::int AS charges,
       (SELECT count(*) FROM ledger_transfers WHERE kind = 'topUp'
         AND actor_profile_id = $1)::int AS credits,
       (SELECT count(*) FROM notifications WHERE profile_id = $1)::int AS notices`,
      [profileId],
    );
    expect(rows).toEqual([{ charges: 1, credits: 1, notices: 1 }]);
  },
  PATIENCE_MS,
);

it(
  'crashes of charges leave one payment for each key, no lost notification, and a consistent ledger',
  async () => {
    const { database } = app;
    expect(acknowledged.size).toBe(STEPS.length);
    await until(
      async () =>
        (await database.pool.query('SELECT FROM inbound_events WHERE processed_at IS NULL'))
          .rowCount === 0,
      40_000,
    );
    const { rows } = await database.pool.query<{ id: string; count: number }>(
      `SELECT reference_id AS id, count(*)::int AS count FROM ledger_transfers WHERE kind = 'topUp'
        GROUP BY reference_id`,
    );
    const credits = new Map(rows.map(({ id, count }) => [id, count]));
    expect([...acknowledged.values()].filter((id) => credits.get(id) !== 1)).toEqual([]);
    expect(credits.size).toBe(acknowledged.size);
    expect(await app.ledger.checkInvariants()).toEqual([]);
  },
  PATIENCE_MS,
);
