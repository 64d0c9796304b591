// What administrators set right: released, taken back, refunded; once each, by a new movement, with
// its line in the log.
import { randomUUID } from 'node:crypto';
import { centavos } from '@camarim/contract/money';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import { until } from '../../../../testing/until.ts';
import { signInWithProof } from '../../../../testing/paying-out.ts';
import { joinAdmin } from '../../../../testing/producing.ts';
import { fill, joinProducer, publish } from '../../../../testing/publishing.ts';
import { setStaffRole } from '../../../auth/index.ts';

let app: TestAppWithBank;
let admin: ApiClient;
let fan: ApiClient;
let producer: ApiClient;
let names = 0;
beforeAll(async () => {
  app = await appWithBank();
  await joinAdmin(app, 'chefia');
});
beforeEach(async () => {
  await app.bank.disarm();
  // Tries to log in are counted by the hour.
  app.clock.advance(HOUR_MS);
  names += 1;
  producer = await joinProducer(app, `prod${names}`);
  fan = await app.join(`fan${names}`);
  await fill(app, fan, 20_000);
  admin = await signInWithProof(app, 'chefia');
});

const key = () => randomUUID();
const act = (
  action: 'release' | 'reverse' | 'reverse-payment',
  id: string,
  reason = 'pedido da pessoa',
) =>
  admin.ask(`POST /dsb/transactions/{id}/${action}`, {
    params: { id: id },
    body: { reason },
  });
const outcome = ({ status, reply }: { status: number; reply: { code?: string } }) => [
  status,
  reply.code,
];
const tip = async (value: number, body: object = { toProfileId: producer.profileId }) =>
  (await fan.call('POST /funds/tips', { body: { ...body, value }, idempotencyKey: key() })).id;
const wallet = async () => (await app.ctx.ledger.balanceOf(fan.profileId)).balance;
const earned = async () => {
  await app.ctx.ledger.fold();
  const { pending, available } = await app.ctx.ledger.earningsOf(producer.profileId);
  return [pending, available];
};
const logOf = async (id: string) =>
  (await app.ctx.pool.query('SELECT action, reason FROM admin_log WHERE subject_id = $1', [id]))
    .rows;
const bankRefunds = async (): Promise<{ to_status: string }[]> =>
  (
    await app.ctx.pool.query('SELECT status FROM payment_refunds WHERE profile_id = $1', [
      fan.profileId,
    ])
  ).rows;

describe('a movement of the administrator’s own money', () => {
  it('a movement of an administrator’s own money, in or out, is corrected by another administrator only', async () => {
    await fill(app, admin, 20_000);
    const { id: given } = await admin.call('POST /funds/tips', {
      body: { toProfileId: producer.profileId, value: 1_000 },
      idempotencyKey: key(),
    });
    const topUp =
      (
        await admin.call('GET /dsb/transactions', { query: { search: '@chefia', kind: 'topUp' } })
      )[0]?.id ?? '';
    for (const action of ['release', 'reverse', 'reverse-payment'] as const) {
      expect(outcome(await act(action, given))).toEqual([403, 'decision.own']);
      expect(outcome(await act(action, topUp))).toEqual([403, 'decision.own']);
    }
    expect(
      outcome(
        await admin.ask('POST /dsb/transactions/{id}/charge-back', {
          params: { id: topUp },
          body: { reason: 'conferido' },
        }),
      ),
    ).toEqual([403, 'decision.own']);
    expect([await logOf(given), await logOf(topUp)]).toEqual([[], []]);
    await joinAdmin(app, 'outrachefia');
    admin = await signInWithProof(app, 'outrachefia');
    expect((await act('reverse', given)).status).toBe(200);
  });
});

describe('an early release', () => {
  it('an early release frees the share of one sale once, and leaves other sales held', async () => {
    const [first] = [await tip(1_000), await tip(2_000)];
    expect(await earned()).toEqual([2_400, 0]);
    expect((await act('release', first)).status).toBe(200);
    expect(await earned()).toEqual([1_600, 800]);
    expect(outcome(await act('release', first))).toEqual([409, 'transaction.alreadyReleased']);
    expect(await logOf(first)).toEqual([
      { action: 'transaction.released', reason: 'pedido da pessoa' },
    ]);
    app.clock.advance(9 * DAY_MS);
    await app.ctx.ledger.releaseDue();
    expect(await earned()).toEqual([0, 2_400]);
    admin = await signInWithProof(app, 'chefia');
    expect(outcome(await act('release', first))).toEqual([409, 'transaction.alreadyReleased']);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  it('a share says when it is released, and after its release when it was, with no way to release it again', async () => {
    const [first, second] = [await tip(1_000), await tip(2_000)];
    const shown = async (id: string) => {
      const [line] = await admin.call('GET /dsb/transactions', { query: { search: id } });
      return line && [line.releaseAt !== null, line.releasedAt, line.can];
    };
    expect(await shown(first)).toEqual([true, null, ['release', 'reverse']]);
    const { id: release } = (await act('release', first)).reply.data;
    const early = app.clock.now().toISOString();
    expect(await shown(first)).toEqual([false, early, ['reverse']]);
    expect(await shown(release)).toEqual([false, null, []]);
    expect(await shown(second)).toEqual([true, null, ['release', 'reverse']]);
    await app.ctx.ledger.fold();
    const { rows } = await app.ctx.pool.query<{ at: Date; amount: string }>(
      'SELECT h.release_at AS at, h.amount FROM ledger_holds h JOIN ledger_accounts a ON a.id = h.account_id WHERE a.owner_profile_id = $1 AND h.amount > 0',
      [producer.profileId],
    );
    for (const { at, amount } of rows)
      await app.ctx.ledger.post({
        kind: 'release',
        key: key(),
        profileId: producer.profileId,
        releaseAt: at,
        amount: centavos(Number(amount)),
      });
    expect(await shown(second)).toEqual([false, early, ['reverse']]);
    const third = await tip(3_000);
    app.clock.advance(9 * DAY_MS);
    await app.ctx.ledger.releaseDue();
    admin = await signInWithProof(app, 'chefia');
    expect(await shown(third)).toEqual([false, expect.any(String), ['reverse']]);
  });

  it('an early release of an administrator’s own sale is left to another administrator', async () => {
    const id = await tip(1_000);
    for (const party of [producer, fan]) {
      await setStaffRole(
        { db: app.ctx.db, clock: app.clock },
        party.domainName,
        'owner',
        'for a test',
      );
      app.clock.advance(5_000);
      const own = await party.ask('POST /dsb/transactions/{id}/release', {
        params: { id: id },
        body: { reason: 'para mim' },
      });
      expect(outcome(own)).toEqual([403, 'decision.own']);
      await setStaffRole(
        { db: app.ctx.db, clock: app.clock },
        party.domainName,
        null,
        'for a test',
      );
    }
    expect((await act('release', id)).status).toBe(200);
  });

  it('an early release is refused for a reversed sale and for other movements', async () => {
    const id = await tip(1_000);
    const { id: reversal } = (await act('reverse', id)).reply.data;
    expect(outcome(await act('release', id))).toEqual([409, 'transaction.alreadyReversed']);
    expect(outcome(await act('release', reversal))).toEqual([409, 'transaction.notPossible']);
    expect(outcome(await act('release', randomUUID()))).toEqual([404, 'transaction.notFound']);
  });
});

describe('a reversal', () => {
  it('a reversal returns a tip once under concurrent requests, and logs the reason immutably', async () => {
    const id = await tip(1_000);
    const answers = await Promise.all([1, 2, 3, 4].map(() => act('reverse', id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect([await wallet(), await earned()]).toEqual([20_000, [0, 0]]);
    expect(await logOf(id)).toEqual([
      { action: 'transaction.reversed', reason: 'pedido da pessoa' },
    ]);
    await expect(
      app.ctx.pool.query('DELETE FROM admin_log WHERE subject_id = $1', [id]),
    ).rejects.toThrow('written once');
    expect(outcome(await act('reverse', id, ''))).toEqual([400, 'validate.invalidRequest']);
  });

  it('a reversal takes a released share from the earnings, and a held share from pending', async () => {
    const [first] = [await tip(1_000), await tip(2_000)];
    await act('release', first);
    await act('reverse', first);
    expect([await wallet(), await earned()]).toEqual([18_000, [1_600, 0]]);
  });

  it('a reversal is refused when the receiver has spent the money', async () => {
    const id = await tip(1_000);
    await act('release', id);
    await app.ctx.ledger.post({
      kind: 'payout',
      payoutId: randomUUID(),
      profileId: producer.profileId,
      amount: 500 as never,
    });
    expect(outcome(await act('reverse', id))).toEqual([409, 'transaction.spent']);
    expect((await logOf(id)).map(({ action }) => action)).toEqual(['transaction.released']);
  });

  it('a reversal ends the access to a bought post', async () => {
    const post = await publish(app, producer, { price: 2_000 });
    const params = { id: post.id };
    const { transferId } = await fan.call('POST /posts/{id}/purchase', {
      params,
      body: { price: 2_000 },
      idempotencyKey: key(),
    });
    expect((await fan.call('GET /posts/{id}', { params })).purchased).toBe(true);
    expect((await act('reverse', transferId)).status).toBe(200);
    expect((await fan.call('GET /posts/{id}', { params })).purchased).toBe(false);
    expect(await wallet()).toBe(20_000);
    await fan.call('POST /posts/{id}/purchase', {
      params,
      body: { price: 2_000 },
      idempotencyKey: key(),
    });
    expect((await fan.call('GET /posts/{id}', { params })).purchased).toBe(true);
  });

  it('a reversal ends a subscription and its access, and allows subscribing again', async () => {
    await producer.call('POST /tiers/paid', { body: { price: 1_500 } });
    const profile = () =>
      fan.call('GET /publics/profiles/{domainname}', {
        params: { domainname: producer.domainName },
      });
    const subscribe = () =>
      fan.call('POST /profiles/{profileId}/renew', {
        params: { profileId: producer.profileId },
        body: { price: 1_500 },
        idempotencyKey: key(),
      });
    await subscribe();
    expect((await profile()).subscriber).toBe(true);
    const paid = async () =>
      (await fan.call('GET /funds/statements', { query: { kind: 'subscription' } }))[0];
    const line = await paid();
    expect((await act('reverse', line?.transferId ?? '')).status).toBe(200);
    expect([line?.reversed, (await paid())?.reversed]).toEqual([false, true]);
    expect([(await profile()).subscriber, await wallet()]).toEqual([false, 20_000]);
    const { rows } = await app.ctx.pool.query(
      'SELECT renew_at FROM subscriptions WHERE fan_id = $1',
      [fan.profileId],
    );
    expect(rows).toEqual([{ renew_at: null }]);
    app.clock.advance(60_000);
    await subscribe();
    expect((await profile()).subscriber).toBe(true);
  });

  it('a reversal takes the tip out of its goal', async () => {
    const goal = await producer.call('POST /goals', { body: { title: 'Luz', value: 5_000 } });
    const id = await tip(2_000, { goalId: goal.id });
    await tip(1_000, { goalId: goal.id });
    await act('reverse', id);
    expect(
      (await fan.call('GET /goals', { query: { profileId: producer.profileId } }))[0]?.balance,
    ).toBe(1_000);
  });
});

describe('reversing a payment', () => {
  /** A paid top-up of R$ 50 and its movement. */
  const topUp = async (): Promise<string> => {
    const { id } = await fan.call('POST /funds', {
      body: { paymentMethodKey: 'pix', value: 5_000 },
      idempotencyKey: key(),
    });
    await app.bank.pay(id);
    await until(async () => {
      await app.runJobs();
      return (await fan.call('GET /funds/charges/{id}', { params: { id } })).status === 'paid';
    });
    const [found] = await admin.call('GET /dsb/transactions', { query: { search: id } });
    return found?.id ?? '';
  };

  it('reversing a payment takes the money from the wallet and refunds it at the gateway, once', async () => {
    const id = await topUp();
    const answers = await Promise.all([act('reverse-payment', id), act('reverse-payment', id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await wallet()).toBe(20_000);
    await app.runJobs();
    await app.pass(70);
    await app.ctx.jobs.enqueue(app.ctx.db, 'funds.reconcileRefunds', {});
    await app.runJobs();
    expect(await bankRefunds()).toEqual([{ status: 'done' }]);
    const [shown] = await admin.call('GET /dsb/transactions', { query: { search: id } });
    expect(shown).toMatchObject({ refund: 'done', can: [] });
    expect(
      (
        await app.ctx.pool.query('SELECT status FROM charges WHERE profile_id = $1', [
          fan.profileId,
        ])
      ).rows,
    ).toEqual([{ status: 'refunded' }]);
    expect(outcome(await act('reverse', id))).toEqual([409, 'transaction.alreadyReversed']);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  it('reversing a payment returns the money to the wallet when the gateway fails the refund', async () => {
    const id = await topUp();
    await app.bank.failNextRefund();
    await act('reverse-payment', id);
    await app.runJobs();
    await app.pass(70);
    await app.ctx.jobs.enqueue(app.ctx.db, 'funds.reconcileRefunds', {});
    await app.runJobs();
    expect([await bankRefunds(), await wallet()]).toEqual([[{ status: 'failed' }], 25_000]);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  it('reversing a payment makes one refund when its answer is lost', async () => {
    const id = await topUp();
    await act('reverse-payment', id);
    await app.bank.arm('refund', { action: 'drop', when: 'after', times: 1 });
    await app.ctx.jobs.runDue(app.clock.now());
    await app.pass(70);
    await app.ctx.jobs.enqueue(app.ctx.db, 'funds.reconcileRefunds', {});
    await app.runJobs();
    expect([await bankRefunds(), await wallet()]).toEqual([[{ status: 'done' }], 20_000]);
  });

  it('reversing a payment is available for top-ups whose money is still in the wallet', async () => {
    const sale = await tip(1_000);
    expect(outcome(await act('reverse-payment', sale))).toEqual([409, 'transaction.notPossible']);
    const id = await topUp();
    await tip(22_000);
    expect(outcome(await act('reverse-payment', id))).toEqual([409, 'transaction.spent']);
    expect(await bankRefunds()).toEqual([]);
  });
});

it('transactions are found by person, id and kind, and corrections need recent authentication', async () => {
  const id = await tip(1_000);
  const list = (query: object) => admin.call('GET /dsb/transactions', { query: query });
  const [line] = await list({ search: `@${fan.domainName}` });
  expect(line).toMatchObject({
    id,
    kind: 'tip',
    amount: 1_000,
    can: ['release', 'reverse'],
    from: { domainName: fan.domainName },
    to: { domainName: producer.domainName },
  });
  expect((await list({ search: id })).map(({ id: found }) => found)).toEqual([id]);
  expect(await list({ search: 'ninguem-mesmo' })).toEqual([]);
  expect((await list({ kind: 'topUp', search: fan.domainName })).map(({ kind }) => kind)).toEqual([
    'topUp',
  ]);
  const { reply } = await admin.ask('GET /dsb/transactions', { query: { limit: 1 } });
  expect((await list({ limit: 1, before: reply.cursor })).map(({ id: next }) => next)).not.toEqual([
    id,
  ]);
  app.clock.advance(11 * MINUTE_MS);
  expect(outcome(await act('reverse', id))).toEqual([403, 'stepUp.required']);
});
