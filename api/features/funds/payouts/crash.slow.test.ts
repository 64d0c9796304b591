// The application killed at every step of a cash-out, from the request to returned money.
import { randomUUID } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { ReplyOf } from '@camarim/contract/route';
import { beforeAll, expect, it } from 'vitest';
import { until } from '../../../testing/until.ts';
import { type KilledApp, killedApp, type Step } from '../../../testing/crash/killed-app.ts';
import { chooseSteps } from '../../../testing/crash/soak.ts';

type CashOut = ReplyOf<Routes['POST /funds/cash-outs']>['data'];
type SentTransfer = { idEnvio: string; status: string; valor: string };

/** A busy machine needs seconds to start the application again. */
const PATIENCE_MS = 180_000;
const EARNED = 60_000;
const VALUE = 25_000;

let app: KilledApp;
beforeAll(async () => {
  app = await killedApp('after payout');
});

/** Key of every answer that was given, and the cash-out that it named. */
const acknowledged = new Map<string, string>();

const cashOut = async (token: string, key: string): Promise<CashOut> => {
  const answer = await app.press<CashOut>('POST', '/funds/cash-outs', token, {
    key,
    body: { value: VALUE },
  });
  acknowledged.set(key, answer.id);
  return answer;
};

const inDatabase = async (profileId: string): Promise<{ id: string; status: string } | undefined> =>
  (
    await app.database.pool.query('SELECT id, status FROM cash_outs WHERE profile_id = $1', [
      profileId,
    ])
  ).rows[0];
const isIn = (profileId: string, status: CashOut['status']) => async (): Promise<boolean> =>
  (await inDatabase(profileId))?.status === status;
const accountsOf = async (profileId: string): Promise<Record<string, number>> => {
  const { rows } = await app.database.pool.query(
    "SELECT kind, balance::int AS balance FROM ledger_accounts WHERE owner_profile_id = $1 AND kind IN ('earnings', 'payout_in_transit')",
    [profileId],
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
};
const sentByBank = async (): Promise<SentTransfer[]> =>
  (await fetch(`${app.bank.url}/__pix/payouts`)).json() as Promise<SentTransfer[]>;
const sentFor = async (id: string): Promise<SentTransfer[]> =>
  (await sentByBank()).filter(({ idEnvio }) => idEnvio === id.replaceAll('-', ''));

/** What the clock would do within minutes: everything that is under way is asked about now. */
const lookNow = async (profileId: string): Promise<void> => {
  await app.database.pool.query(
    'UPDATE cash_outs SET next_check_at = created_at WHERE profile_id = $1 AND next_check_at IS NOT NULL',
    [profileId],
  );
  app.send({ look: 'funds.reconcileCashOuts' });
};

const comeTo = (profileId: string, status: CashOut['status']): Promise<void> =>
  until(isIn(profileId, status), 50_000);

/** Comes to `status` although the application dies on the way, and fails when it does not die. */
const comeToOverDeath = async (
  died: () => Promise<boolean>,
  profileId: string,
  status: CashOut['status'],
): Promise<void> => {
  await until(died, 50_000);
  await app.restartWhenDead();
  if (await isIn(profileId, status)()) return;
  await lookNow(profileId);
  await comeTo(profileId, status);
};

const TO_PAID = chooseSteps<Step>([
  'uncommitted request',
  'committed request',
  'before payout',
  'after payout',
  'uncommitted sent',
  'committed sent',
  'uncommitted notification',
  'committed notification',
  'uncommitted paid',
  'committed paid',
]);

it.each(TO_PAID)(
  'a cash-out is sent once and booked once by an application that is killed at "%s"',
  async (step) => {
    const { token, profileId } = await app.signIn(`paga${TO_PAID.indexOf(step)}`, EARNED);
    const key = randomUUID();
    const died = app.dieAt(step);
    const { id } = await cashOut(token, key);
    await comeToOverDeath(died, profileId, 'paid');
    expect((await cashOut(token, key)).id).toBe(id);
    expect(await sentFor(id)).toMatchObject([{ status: 'REALIZADO', valor: '250.00' }]);
    expect(await accountsOf(profileId)).toEqual({ earnings: EARNED - VALUE, payout_in_transit: 0 });
  },
  PATIENCE_MS,
);

const TO_RETURNED = chooseSteps<Step>(['uncommitted returned', 'committed returned']);

it.each(TO_RETURNED)(
  'money that the receiver’s bank sends back is credited once by an application that is killed at "%s"',
  async (step) => {
    const { token, profileId } = await app.signIn(`volta${TO_RETURNED.indexOf(step)}`, EARNED);
    const { id } = await cashOut(token, randomUUID());
    await comeTo(profileId, 'paid');
    const died = app.dieAt(step);
    await fetch(`${app.bank.url}/__pix/payouts/${id.replaceAll('-', '')}/return`, {
      method: 'POST',
    });
    await comeToOverDeath(died, profileId, 'returned');
    expect(await sentFor(id)).toHaveLength(1);
    expect(await accountsOf(profileId)).toEqual({ earnings: EARNED, payout_in_transit: 0 });
  },
  PATIENCE_MS,
);

it(
  'a process killed while a rejected cash-out is returned returns it once',
  async () => {
    const { token, profileId } = await app.signIn('recusada', EARNED);
    await fetch(`${app.bank.url}/__faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ on: 'payout', action: 'fail' }),
    });
    const died = app.dieAt('uncommitted returned');
    const { id } = await cashOut(token, randomUUID());
    await comeToOverDeath(died, profileId, 'returned');
    expect(await sentFor(id)).toMatchObject([{ status: 'NAO_REALIZADO' }]);
    expect(await accountsOf(profileId)).toEqual({ earnings: EARNED, payout_in_transit: 0 });
  },
  PATIENCE_MS,
);

it(
  'every acknowledged request is one cash-out at the bank, and the ledger is consistent',
  async () => {
    const { rows } = await app.database.pool.query<{ id: string; moves: number }>(
      `SELECT c.id, (SELECT count(*) FROM ledger_transfers t WHERE t.kind = 'payout'
        AND t.reference_id = c.id::text)::int AS moves FROM cash_outs c`,
    );
    expect(new Set(acknowledged.values())).toEqual(new Set(rows.map(({ id }) => id)));
    expect(acknowledged.size).toBe(TO_PAID.length + TO_RETURNED.length + 1);
    expect(rows.filter(({ moves }) => moves !== 1)).toEqual([]);
    expect((await sentByBank()).map(({ idEnvio }) => idEnvio).sort()).toEqual(
      rows.map(({ id }) => id.replaceAll('-', '')).sort(),
    );
    expect(await app.ledger.checkInvariants()).toEqual([]);
  },
  PATIENCE_MS,
);
