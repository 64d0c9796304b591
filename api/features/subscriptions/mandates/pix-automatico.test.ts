// A subscription paid straight by Pix: begun by one code, charged each month by the bank, tried
// again, ended from both sides; never twice.
import type { ChargeId, TierId } from '@camarim/contract/ids';
import { DAY_MS } from '@camarim/contract/time';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { withGatewayLock } from '../../../platform/payments/gateway-lock.ts';
import { toPixId } from '../../../platform/payments/pix/pix-wire.ts';
import { appWithBank, type TestAppWithBank } from '../../../testing/bank.ts';
import { until } from '../../../testing/until.ts';
import { fill } from '../../../testing/publishing.ts';
import {
  back,
  openPlan,
  paidBy,
  stopRenewing,
  subscribeTo,
  subscriptionFaults,
} from '../../../testing/subscribing.ts';
import { mandateSteps, PRICE } from '../../../testing/subscriptions/mandates.ts';

let app: TestAppWithBank;
const {
  tick,
  passUntilTen,
  pass,
  statusOf,
  subscriptionOf,
  walletOf,
  mandateOf,
  monthsOf,
  countNotifications,
  joinPair,
  trySubscribe,
  payCode,
  joinSubscribed,
  endAtBank,
  setRenewal,
} = mandateSteps(() => app);
// Months pass here.
beforeAll(async () => {
  app = await appWithBank();
});
// A test judges half days after it began: it begins between the bank's hours of debiting.
beforeEach(() => passUntilTen());

// The bank's faults apply to the next debit: no fan of another test may be due.
afterEach(async () => {
  await app.bank.disarm();
  await app.ctx.pool.query(
    `UPDATE subscriptions SET renew_at = NULL, remind_at = NULL, collection_id = NULL,
      stop_reason = 'fan' WHERE renew_at IS NOT NULL`,
  );
  await tick();
});

describe('the first month by Pix Automático', () => {
  test('the code that authorises a mandate pays the first month, and nothing stays in the wallet', async () => {
    const { fan, producer, chargeId } = await joinSubscribed();
    expect([
      await statusOf(chargeId),
      await paidBy(app, fan, producer),
      await walletOf(fan),
    ]).toEqual(['paid', { times: 1, amount: PRICE }, 0]);
    expect(await subscriptionOf(fan)).toMatchObject({
      status: 'active',
      renews: true,
      paidBy: 'pixAutomatico',
      price: PRICE,
    });
    await pass(0.5);
    expect((await mandateOf(fan)).status).toBe('active');
  });

  test('the first month by Pix Automático is one charge per idempotency key', async () => {
    const { fan, producer } = await joinPair();
    const key = newId();
    const [one, two] = await Promise.all([
      trySubscribe(fan, producer, PRICE, key),
      trySubscribe(fan, producer, PRICE, key),
    ]);
    expect(one.reply.data.id).toBe(two.reply.data.id);
    expect((await trySubscribe(fan, producer, PRICE, key)).reply.data.pixPayment?.qrCode).toBe(
      one.reply.data.pixPayment?.qrCode,
    );
    expect(one.reply.data.pixPayment?.qrCode).toContain('/qr/v2/rec/');
  });

  test('the first month by Pix Automático requires a payer and the present price, and no subscription', async () => {
    const { producer } = await joinPair();
    const withoutPayerData = await app.join('semdados');
    expect((await trySubscribe(withoutPayerData, producer)).status).toBe(400);
    const { fan, producer: hers } = await joinSubscribed();
    expect((await trySubscribe(fan, hers)).reply).toMatchObject({ code: 'subscription.changed' });
    const other = await joinPair();
    expect((await trySubscribe(other.fan, other.producer, PRICE - 1)).status).toBe(400);
  });

  test('the first month by Pix Automático is paid once under repeated, late and reordered notifications', async () => {
    const { fan, producer } = await joinPair();
    const { reply } = await trySubscribe(fan, producer);
    await app.bank.armFault({ on: 'webhook', action: 'duplicate', times: 4 });
    await payCode(reply.data.id);
    await pass(1);
    expect(await paidBy(app, fan, producer)).toEqual({ times: 1, amount: PRICE });
  });

  test('a first month paid with two codes is one month, and the other payment stays in the wallet', async () => {
    const { fan, producer } = await joinPair();
    const [one, two] = [await trySubscribe(fan, producer), await trySubscribe(fan, producer)];
    await payCode(one.reply.data.id);
    await payCode(two.reply.data.id);
    expect([await paidBy(app, fan, producer), await walletOf(fan)]).toEqual([
      { times: 1, amount: PRICE },
      PRICE,
    ]);
    await pass(0.1, 0.1);
    const { rows } = await app.ctx.pool.query(
      'SELECT status FROM mandates WHERE fan_id = $1 ORDER BY status',
      [fan.profileId],
    );
    expect(rows).toEqual([{ status: 'active' }, { status: 'ended' }]);
  });

  test('a first month by Pix Automático stays in the wallet when the plan changed before its payment', async () => {
    const { fan, producer } = await joinPair();
    const { reply } = await trySubscribe(fan, producer);
    await openPlan(producer, PRICE + 1_000);
    await payCode(reply.data.id);
    expect([await paidBy(app, fan, producer), await walletOf(fan)]).toEqual([
      { times: 0, amount: 0 },
      PRICE,
    ]);
    await pass(0.1, 0.1);
    expect(await mandateOf(fan)).toMatchObject({ status: 'ended', endedBy: 'us', forgotten: true });
  });

  test('the first month by Pix Automático ends its mandate at the bank when it is never paid', async () => {
    const { fan, producer } = await joinPair();
    await trySubscribe(fan, producer);
    await pass(0.1, 0.05);
    expect([await mandateOf(fan), await subscriptionOf(fan)]).toMatchObject([
      { status: 'ended', endedBy: 'us', forgotten: true },
      undefined,
    ]);
  });
});

/** Months have 28 to 31 days. */
const daysPaid = async (fan: ApiClient): Promise<number> => {
  const until = Date.parse((await subscriptionOf(fan))?.subscribedUntil ?? '');
  return Math.round((until - app.clock.now().getTime()) / DAY_MS);
};

const armedFaults = async (): Promise<unknown> => (await fetch(`${app.bank.url}/__faults`)).json();

describe('the next months of a mandate', () => {
  test('the next months of a mandate are charged days ahead and debited without touching the wallet', async () => {
    const { fan, producer } = await joinSubscribed();
    await pass(27);
    expect((await monthsOf(fan)).map(({ status }) => status)).toEqual(['pending']);
    expect(await paidBy(app, fan, producer)).toEqual({ times: 1, amount: PRICE });
    await pass(5);
    expect([
      await paidBy(app, fan, producer),
      await walletOf(fan),
      await countNotifications(fan, 'renewed'),
    ]).toEqual([{ times: 2, amount: 2 * PRICE }, 0, 1]);
    expect(await subscriptionOf(fan)).toMatchObject({
      status: 'active',
      renews: true,
      paidBy: 'pixAutomatico',
    });
    await pass(31);
    expect([
      (await monthsOf(fan)).map(({ status }) => status),
      await paidBy(app, fan, producer),
    ]).toEqual([['paid', 'paid'], { times: 3, amount: 3 * PRICE }]);
  });

  test('the next months of a mandate without money are retried on days 1, 3 and 5', async () => {
    const { fan, producer } = await joinSubscribed();
    await pass((await daysPaid(fan)) - 4);
    await app.bank.armFault({ on: 'debit', action: 'noMoney', times: 4 });
    await pass(6);
    expect([
      await countNotifications(fan, 'renewalFailed'),
      (await subscriptionOf(fan))?.status,
    ]).toEqual([1, 'late']);
    const subjects = ((await app.ctx.mail.inbox?.list(100)) ?? [])
      .filter(({ to }) => to === `${fan.domainName}@example.com`)
      .map(({ subject }) => subject);
    expect(
      subjects.filter((subject) => subject.startsWith('Não foi possível debitar')),
    ).toHaveLength(1);
    await pass(3);
    expect([await paidBy(app, fan, producer), (await subscriptionOf(fan))?.status]).toEqual([
      { times: 2, amount: 2 * PRICE },
      'active',
    ]);
  });

  test('the next months of a mandate without money until the last retry end together with the mandate', async () => {
    const { fan, producer } = await joinSubscribed();
    await pass(26);
    await app.bank.armFault({ on: 'debit', action: 'noMoney', times: 8 });
    await pass(13);
    expect(await subscriptionOf(fan)).toMatchObject({
      status: 'ended',
      renews: false,
      stopReason: 'unpaid',
    });
    expect([
      await paidBy(app, fan, producer),
      (await mandateOf(fan)).status,
      await countNotifications(fan, 'subscriptionEnded'),
    ]).toEqual([{ times: 1, amount: PRICE }, 'ended', 1]);
  });

  test('the next month of a mandate of a closed account is given up at once', async () => {
    const { fan } = await joinSubscribed();
    await pass(26);
    await app.bank.armFault({ on: 'debit', action: 'reject' });
    await pass(6);
    expect(await subscriptionOf(fan)).toMatchObject({ status: 'ended', stopReason: 'unpaid' });
  });

  test('the next month of a mandate is charged when an unavailable bank answers again', async () => {
    const { fan, producer } = await joinSubscribed();
    // Its charge is made five days ahead.
    await pass((await daysPaid(fan)) - 5.5);
    await app.bank.armFault({ on: 'PUT /cobr', action: 'drop', when: 'after', times: 1 });
    await app.bank.armFault({ on: 'GET /cobr', action: 'status', status: 503, times: 3 });
    // `runJobs` throws when a job can't ask about what it was notified of.
    await app.bank.armFault({ on: 'webhook', action: 'lose', times: 1 });
    await pass(4);
    expect(await armedFaults()).toEqual([]);
    await pass(3.5);
    expect([await monthsOf(fan), await paidBy(app, fan, producer)]).toMatchObject([
      [{ status: 'paid' }],
      { times: 2, amount: 2 * PRICE },
    ]);
  });

  test('a mandate’s month costs the lower price after a price cut, and the rest stays in the wallet', async () => {
    const { fan, producer } = await joinSubscribed();
    await openPlan(await back(app, producer), PRICE - 990);
    await pass(32);
    expect([await paidBy(app, fan, producer), await walletOf(fan)]).toEqual([
      { times: 2, amount: 2 * PRICE - 990 },
      990,
    ]);
  });

  test('the next months of a mandate are not charged once the plan costs more, and the mandate ends', async () => {
    const { fan, producer } = await joinSubscribed();
    await openPlan(await back(app, producer), PRICE + 1_000);
    await pass(32);
    expect(await subscriptionOf(fan)).toMatchObject({ status: 'ended', stopReason: 'priceRose' });
    expect([await monthsOf(fan), (await mandateOf(fan)).status]).toEqual([[], 'ended']);
  });
});

describe('a month that is paid from the wallet', () => {
  test('a month paid from the wallet has its mandate charge cancelled at the bank, which debits nothing', async () => {
    const { fan, producer } = await joinSubscribed();
    await producer.call('POST /tiers/bundles', { body: { months: 3, discount: 10 } });
    await pass(27);
    expect((await monthsOf(fan)).map(({ status }) => status)).toEqual(['pending']);
    const bundle = (
      await (
        await back(app, fan)
      ).call('GET /publics/profiles/{domainname}', { params: { domainname: producer.domainName } })
    ).tier?.bundles[0];
    if (!bundle) throw new Error('no bundle');
    await fill(app, fan, bundle.price);
    const { status } = await subscribeTo(await back(app, fan), producer, bundle.price, {
      bundleId: bundle.id,
      subscribedUntil: (await subscriptionOf(fan))?.subscribedUntil ?? null,
    });
    expect(status).toBe(200);
    await app.runJobs();
    expect((await monthsOf(fan)).map((month) => month.status)).toEqual(['failed']);
    await pass(6);
    expect([await paidBy(app, fan, producer), await walletOf(fan)]).toEqual([
      { times: 2, amount: PRICE + bundle.price },
      0,
    ]);
  });
});

describe('the end of a mandate', () => {
  test('ending a mandate on our side ends it at the bank, and cancels the scheduled charge', async () => {
    const { fan, producer } = await joinSubscribed();
    await pass(27);
    await stopRenewing(await back(app, fan), producer);
    await app.runJobs();
    expect(await mandateOf(fan)).toMatchObject({ status: 'ended', endedBy: 'us', forgotten: true });
    await pass(6);
    expect([
      (await monthsOf(fan)).map(({ status }) => status),
      await paidBy(app, fan, producer),
      await walletOf(fan),
    ]).toEqual([['failed'], { times: 1, amount: PRICE }, 0]);
  });

  test('ending a mandate in the bank’s app ends the renewal, and the paid time stays', async () => {
    const { fan, producer } = await joinSubscribed();
    await endAtBank(fan);
    await until(async () => {
      await app.runJobs();
      return (await mandateOf(fan)).status === 'ended';
    });
    expect(await subscriptionOf(fan)).toMatchObject({
      status: 'active',
      renews: false,
      stopReason: 'permissionEnded',
    });
    expect([
      (await mandateOf(fan)).endedBy,
      await countNotifications(fan, 'subscriptionEnded'),
    ]).toEqual(['payer', 1]);
    await pass(32);
    expect(await paidBy(app, fan, producer)).toEqual({ times: 1, amount: PRICE });
  });

  test('a mandate that was ended in the bank’s app is found by polling', async () => {
    const { fan } = await joinSubscribed();
    await app.bank.armFault({ on: 'webhook', action: 'lose', times: 3 });
    await endAtBank(fan);
    await pass(1);
    expect(await subscriptionOf(fan)).toMatchObject({
      renews: false,
      stopReason: 'permissionEnded',
    });
  });

  test('closing a plan ends its mandates', async () => {
    const { fan, producer } = await joinSubscribed();
    const seller = await back(app, producer);
    const { tier } = await seller.call('GET /tiers');
    await seller.call('DELETE /tiers/{id}', { params: { id: tier?.id as TierId } });
    await pass(0.1, 0.1);
    expect((await mandateOf(fan)).status).toBe('ended');
  });

  test('a renewal that is resumed during the sweep keeps its mandate', async () => {
    const { fan } = await joinSubscribed();
    const renewAt = await setRenewal(fan, null);
    const { rows } = await app.ctx.pool.query('SELECT id FROM mandates WHERE fan_id = $1', [
      fan.profileId,
    ]);
    let sweep: Promise<void> | undefined;
    await withGatewayLock(app.ctx, { kind: 'mandate', id: rows[0].id as string }, async () => {
      await app.ctx.jobs.enqueue(app.ctx.db, 'subscriptions.settleMandates', {});
      sweep = app.runJobs();
      // The sweep has taken the mandate, and waits for this lock.
      await until(
        async () =>
          (
            await app.ctx.pool.query(
              'SELECT FROM mandates WHERE fan_id = $1 AND next_check_at = $2',
              [fan.profileId, new Date(app.clock.now().getTime() + 300_000)],
            )
          ).rowCount === 1,
      );
      for (let reads = 0; reads < 20; reads += 1) await app.ctx.pool.query('SELECT 1');
      await setRenewal(fan, renewAt);
    });
    await sweep;
    expect(await mandateOf(fan)).toMatchObject({
      status: 'active',
      endedBy: null,
      forgotten: false,
    });
    expect(await subscriptionOf(fan)).toMatchObject({ renews: true });
  });

  test('a payment after the end of its mandate stays in the wallet', async () => {
    const { fan, producer } = await joinSubscribed();
    await pass(27);
    const [month] = await monthsOf(fan);
    // The bank can't take it back any more: it is the day itself.
    await app.bank.armFault({ on: 'PATCH /cobr', action: 'status', status: 400, times: 10 });
    await app.bank.armFault({ on: 'PATCH /rec', action: 'status', status: 503, times: 20 });
    await stopRenewing(await back(app, fan), producer);
    await pass(5);
    expect([
      await statusOf(month?.id as ChargeId),
      await paidBy(app, fan, producer),
      await walletOf(fan),
    ]).toEqual(['paid', { times: 1, amount: PRICE }, PRICE]);
    expect(toPixId(month?.id ?? '')).toHaveLength(32);
  });
});

test('every period is paid once, access equals the paid time, and the ledger is consistent', async () => {
  expect(await subscriptionFaults(app)).toEqual([]);
});
