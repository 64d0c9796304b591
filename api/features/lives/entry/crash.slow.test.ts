// The application killed at every step of entering a paid show, of a minute and of the end: what
// was delivered is paid once, and nothing stays locked.
import { randomUUID } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { ChargeId, ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import type { ReplyOf } from '@camarim/contract/route';
import { beforeAll, expect, it } from 'vitest';
import { until } from '../../../testing/until.ts';
import { type KilledApp, killedApp, type Step } from '../../../testing/crash/killed-app.ts';
import { chooseSteps } from '../../../testing/crash/soak.ts';
import { SETTINGS } from '../../../testing/lives/paid-show.ts';

type Live = ReplyOf<Routes['POST /lives']>['data'];

/** A busy machine needs seconds to start the application again. */
const PATIENCE_MS = 180_000;
const MONEY = 5_000;
const PRICE = 600;

let app: KilledApp;
let star: { token: string; profileId: string };
beforeAll(async () => {
  app = await killedApp();
  star = await app.signIn('estrela', 1_000);
  await app.press('POST', '/profiles/settings-cam', star.token, {
    body: { ...SETTINGS, partyPricePerMinute: PRICE },
  });
}, PATIENCE_MS);

/** A fan with money. */
const signInFan = async (name: string) => {
  const fan = await app.signIn(name);
  await app.ledger.post({
    kind: 'topUp',
    chargeId: randomUUID() as ChargeId,
    profileId: fan.profileId as ProfileId,
    gateway: 'pix',
    amount: centavos(MONEY),
  });
  return fan;
};

const openShow = () =>
  app.press<Live>('POST', '/lives', star.token, {
    key: randomUUID(),
    body: { type: '2', title: 'Show' },
  });

/** Presses again until it is answered, as the dialog does. */
const enter = (token: string, id: string) =>
  app.press<Live>('POST', `/lives/accept/${id}`, token, {
    key: randomUUID(),
    body: { price: PRICE },
  });

/**
 * The engine of this process delivers the show to the fan; one that was killed knows nothing of it.
 */
const deliver = (room: string, user: string): void =>
  app.send({ deliver: { room, user, publisher: star.profileId } });

const endShow = async (id: string): Promise<void> => {
  const ended = async () => {
    await app.restartWhenDead();
    await app.call('DELETE', `/lives/${id}`, star.token);
    const { rows } = await app.database.pool.query('SELECT ended_at FROM lives WHERE id = $1', [
      id,
    ]);
    return rows[0].ended_at !== null;
  };
  await until(ended, PATIENCE_MS);
};

type State = { wallet: number; locked: number; states: string[]; due: number; sum: number };
const stateOf = async (fanId: string): Promise<State> => {
  const { rows } = await app.database.pool.query(
    `SELECT (SELECT balance::int FROM ledger_accounts WHERE owner_profile_id = $1
      AND kind = 'wallet') AS wallet,
       coalesce((SELECT balance::int FROM ledger_accounts WHERE owner_profile_id = $1
         AND kind = 'escrow'), 0) AS locked,
       coalesce((SELECT array_agg(p.state ORDER BY p.number) FROM live_payments p
         JOIN live_entries e ON e.id = p.entry_id WHERE e.profile_id = $1), '{}') AS states,
       coalesce((SELECT sum(CASE WHEN started_at IS NULL THEN 0
         ELSE delivered_ms / 60000 + 1 END)::int FROM live_entries
         WHERE profile_id = $1), 0) AS due,
       (SELECT sum(amount)::int FROM ledger_entries) AS sum`,
    [fanId],
  );
  return rows[0];
};

/** After the end: each delivered minute is paid, and all else is back. */
const expectExact = async (fanId: string): Promise<void> => {
  await until(async () => (await stateOf(fanId)).locked === 0, PATIENCE_MS);
  const { wallet, states, due, sum } = await stateOf(fanId);
  expect(states.filter((state) => state === 'settled')).toHaveLength(due);
  expect(states).not.toContain('locked');
  expect({ wallet, sum }).toEqual({ wallet: MONEY - due * PRICE, sum: 0 });
};

const ENTERING = chooseSteps<Step>([
  'uncommitted entry',
  'before credit',
  'uncommitted minute',
  'committed minute',
]);

it.each(ENTERING)(
  'an entry locks one minute, once, in an application that is killed at "%s"',
  async (step) => {
    const fan = await signInFan(`entra.${ENTERING.indexOf(step)}`);
    const { id } = await openShow();
    const died = app.dieAt(step);
    await enter(fan.token, id);
    await until(died);
    await app.restartWhenDead();
    await enter(fan.token, id);
    expect(await stateOf(fan.profileId)).toMatchObject({
      wallet: MONEY - PRICE,
      locked: PRICE,
      states: ['locked'],
    });
    await endShow(id);
    await expectExact(fan.profileId);
  },
  PATIENCE_MS,
);

const DELIVERING = chooseSteps<Step>([
  'before minute',
  'uncommitted minute',
  'before decided',
  'uncommitted decided',
  'committed decided',
]);

it.each(DELIVERING)(
  'a minute is settled and the next one locked, once, by an application that is killed at "%s"',
  async (step) => {
    const fan = await signInFan(`assiste.${DELIVERING.indexOf(step)}`);
    const { id } = await openShow();
    await enter(fan.token, id);
    const died = app.dieAt(step);
    deliver(id, fan.profileId);
    await until(died, PATIENCE_MS);
    await app.restartWhenDead();
    deliver(id, fan.profileId);
    const isSettled = async () => (await stateOf(fan.profileId)).states[0] === 'settled';
    await until(isSettled, PATIENCE_MS);
    expect((await stateOf(fan.profileId)).locked).toBe(PRICE);
    await endShow(id);
    await expectExact(fan.profileId);
  },
  PATIENCE_MS,
);

const ENDING = chooseSteps<Step>(['before credit', 'uncommitted decided', 'committed decided']);

it.each(ENDING)(
  'what was not delivered is given back, once, by an application that is killed at "%s"',
  async (step) => {
    const fan = await signInFan(`acaba.${ENDING.indexOf(step)}`);
    const { id } = await openShow();
    await enter(fan.token, id);
    const died = app.dieAt(step);
    await endShow(id);
    await until(died, PATIENCE_MS);
    await app.restartWhenDead();
    await expectExact(fan.profileId);
    expect((await stateOf(fan.profileId)).wallet).toBe(MONEY);
  },
  PATIENCE_MS,
);
