// A subscription paid straight by Pix: begun by one code, charged each month by the bank, tried
// again, ended from both sides; never twice.
import { randomUUIDv7 } from 'node:crypto';
import type { ChargeId, ProfileId, TierId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { withGatewayLock } from '../../../platform/payments/gateway-lock.ts';
import { toPixId } from '../../../platform/payments/pix/pix-wire.ts';
import { appWithBank, type TestAppWithBank, until } from '../../../testing/bank.ts';
import { fill, joinProducer } from '../../../testing/publishing.ts';
import {
  back,
  openPlan,
  paidBy,
  stopRenewing,
  subscribeTo,
  subscriptionFaults,
} from '../../../testing/subscribing.ts';

const DAY = 86_400;
const PRICE = 2_990;
let app: TestAppWithBank;
let people = 0;
// Months pass here.
vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  app = await appWithBank();
});
// Every story begins at ten in the morning in Sao Paulo, between the bank's two hours of debiting;
// half days later it is judged.
beforeEach(async () => {
  const now = app.clock.now();
  const today = new Date(now.getTime() - 3 * 3_600_000).toISOString().slice(0, 10);
  const ten = Date.parse(`${today}T13:00:00.000Z`);
  await app.pass(((ten > now.getTime() ? ten : ten + DAY * 1000) - now.getTime()) / 1000);
});

// The bank's faults apply to the next debit: no fan of another test may be due.
afterEach(async () => {
  await fetch(`${app.bank.url}/__faults`, { method: 'DELETE' });
  await app.platform.pool.query(
    `UPDATE subscriptions SET renew_at = NULL, remind_at = NULL, collection_id = NULL, stop_reason = 'fan' WHERE renew_at IS NOT NULL`,
  );
  await tick();
});

/** What the clock starts by itself, started here. */
const CLOCK_JOBS = [
  'funds.reconcile',
  'subscriptions.renew',
  'subscriptions.settleMandates',
] as const;
const tick = async (): Promise<void> => {
  for (const job of CLOCK_JOBS) {
    await app.platform.jobs.enqueue(app.platform.db, job, {});
    await app.runJobs();
  }
};
/**
 * Lets time pass in steps, with what the clock does at each; the first three weeks of a month at
 * once.
 */
const pass = async (days: number, stepDays = 0.5): Promise<void> => {
  const calmDays = days < 24 ? 0 : 24;
  if (calmDays > 0) {
    await app.pass(calmDays * DAY);
    await tick();
  }
  for (let passed = calmDays; passed < days; passed += stepDays) {
    await app.pass(Math.min(stepDays, days - passed) * DAY);
    await tick();
  }
};
const couple = async (price = PRICE): Promise<{ fan: ApiClient; producer: ApiClient }> => {
  people += 1;
  const producer = await joinProducer(app, `dona${people}`);
  await openPlan(producer, price);
  const fan = await app.join(`pagador${people}`);
  await fan.call('POST /funds/accept-bills', {
    body: { cpfcnpj: '52998224725', name: 'Pessoa Pagadora' },
  });
  return { fan, producer };
};
const ask = (fan: ApiClient, producer: ApiClient, price = PRICE, key: string = randomUUIDv7()) =>
  fan.ask('POST /profiles/{profileId}/renew/pix-automatico', {
    params: { profileId: producer.profileId as ProfileId },
    body: { price: centavos(price) },
    idempotencyKey: key,
  });
const notified = async (): Promise<void> => {
  await until(
    async () =>
      (await app.platform.pool.query('SELECT FROM inbound_events WHERE processed_at IS NULL'))
        .rowCount !== null,
  );
  await app.runJobs();
};
/** Pays a code and waits until it is known here. */
const payCode = async (id: ChargeId): Promise<void> => {
  await app.bank.pay(id);
  await until(async () => {
    await app.runJobs();
    return (await statusOf(id)) !== 'pending';
  });
  await notified();
};
const statusOf = async (id: ChargeId): Promise<string> =>
  (await app.platform.pool.query('SELECT status FROM charges WHERE id = $1', [id])).rows[0]
    ?.status as string;
const subscribed = async (price = PRICE) => {
  const pair = await couple(price);
  const { reply } = await ask(pair.fan, pair.producer, price);
  await payCode(reply.data.id);
  return { ...pair, chargeId: reply.data.id };
};
const mine = async (fan: ApiClient) => (await (await back(app, fan)).call('GET /subscriptions'))[0];
const wallet = async (fan: ApiClient) =>
  (await (await back(app, fan)).call('GET /funds', { query: {} }))[0]?.balance;
const mandateOf = async (fan: ApiClient) =>
  (
    await app.platform.pool.query(
      'SELECT status, ended_by AS "endedBy", provider_ref AS ref, payer_sealed IS NULL AS forgotten FROM mandates WHERE fan_id = $1 ORDER BY created_at DESC LIMIT 1',
      [fan.profileId],
    )
  ).rows[0] as { status: string; endedBy: string | null; ref: string; forgotten: boolean };
const months = async (fan: ApiClient) =>
  (
    await app.platform.pool.query(
      'SELECT id, status, due_on AS "dueOn" FROM charges WHERE profile_id = $1 AND due_on IS NOT NULL ORDER BY due_on',
      [fan.profileId],
    )
  ).rows as { id: ChargeId; status: string; dueOn: string }[];
const arm = async (fault: object): Promise<void> => {
  await fetch(`${app.bank.url}/__faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
};
const endAtBank = async (fan: ApiClient): Promise<void> => {
  await fetch(`${app.bank.url}/__pix/rec/${(await mandateOf(fan)).ref}/end`, { method: 'POST' });
};
const news = async (fan: ApiClient, type: string) =>
  (await (await back(app, fan)).call('GET /profiles/notifications', { query: { types: type } }))
    .length;

describe('the first month by Pix Automático', () => {
  test('is paid by the code that authorises the mandate, and nothing stays in the wallet', async () => {
    const { fan, producer, chargeId } = await subscribed();
    expect([await statusOf(chargeId), await paidBy(app, fan, producer), await wallet(fan)]).toEqual(
      ['paid', { times: 1, amount: PRICE }, 0],
    );
    expect(await mine(fan)).toMatchObject({
      status: 'active',
      renews: true,
      paidBy: 'pixAutomatico',
      price: PRICE,
    });
    await pass(0.5);
    expect((await mandateOf(fan)).status).toBe('active');
  });

  test('is one charge per idempotency key', async () => {
    const { fan, producer } = await couple();
    const key = randomUUIDv7();
    const [one, two] = await Promise.all([
      ask(fan, producer, PRICE, key),
      ask(fan, producer, PRICE, key),
    ]);
    expect(one.reply.data.id).toBe(two.reply.data.id);
    expect((await ask(fan, producer, PRICE, key)).reply.data.pixPayment?.qrCode).toBe(
      one.reply.data.pixPayment?.qrCode,
    );
    expect(one.reply.data.pixPayment?.qrCode).toContain('/qr/v2/rec/');
  });

  test('requires a payer and the present price, and is refused to subscribers', async () => {
    const { producer } = await couple();
    const withoutPayerData = await app.join(`semdados${people}`);
    expect((await ask(withoutPayerData, producer)).status).toBe(400);
    const { fan, producer: hers } = await subscribed();
    expect((await ask(fan, hers)).reply).toMatchObject({ code: 'subscription.changed' });
    const other = await couple();
    expect((await ask(other.fan, other.producer, PRICE - 1)).status).toBe(400);
  });

  test('is paid once under repeated, late and reordered notifications', async () => {
    const { fan, producer } = await couple();
    const { reply } = await ask(fan, producer);
    await arm({ on: 'webhook', action: 'duplicate', times: 4 });
    await payCode(reply.data.id);
    await pass(1);
    expect(await paidBy(app, fan, producer)).toEqual({ times: 1, amount: PRICE });
  });

  test('paid with two codes is one month; the other payment stays in the wallet and its mandate ends', async () => {
    const { fan, producer } = await couple();
    const [one, two] = [await ask(fan, producer), await ask(fan, producer)];
    await payCode(one.reply.data.id);
    await payCode(two.reply.data.id);
    expect([await paidBy(app, fan, producer), await wallet(fan)]).toEqual([
      { times: 1, amount: PRICE },
      PRICE,
    ]);
    await pass(0.1, 0.1);
    const { rows } = await app.platform.pool.query(
      'SELECT status FROM mandates WHERE fan_id = $1 ORDER BY status',
      [fan.profileId],
    );
    expect(rows).toEqual([{ status: 'active' }, { status: 'ended' }]);
  });

  test('of a plan that changed meanwhile stays in the wallet', async () => {
    const { fan, producer } = await couple();
    const { reply } = await ask(fan, producer);
    await openPlan(producer, PRICE + 1_000);
    await payCode(reply.data.id);
    expect([await paidBy(app, fan, producer), await wallet(fan)]).toEqual([
      { times: 0, amount: 0 },
      PRICE,
    ]);
    await pass(0.1, 0.1);
    expect(await mandateOf(fan)).toMatchObject({ status: 'ended', endedBy: 'us', forgotten: true });
  });

  test('ends its mandate at the bank when it is never paid', async () => {
    const { fan, producer } = await couple();
    await ask(fan, producer);
    await pass(0.1, 0.05);
    expect([await mandateOf(fan), await mine(fan)]).toMatchObject([
      { status: 'ended', endedBy: 'us', forgotten: true },
      undefined,
    ]);
  });
});

describe('the next months of a mandate', () => {
  test('are charged days ahead and debited by the bank without touching the wallet', async () => {
    const { fan, producer } = await subscribed();
    await pass(27);
    expect((await months(fan)).map(({ status }) => status)).toEqual(['pending']);
    expect(await paidBy(app, fan, producer)).toEqual({ times: 1, amount: PRICE });
    await pass(5);
    expect([
      await paidBy(app, fan, producer),
      await wallet(fan),
      await news(fan, 'renewed'),
    ]).toEqual([{ times: 2, amount: 2 * PRICE }, 0, 1]);
    expect(await mine(fan)).toMatchObject({
      status: 'active',
      renews: true,
      paidBy: 'pixAutomatico',
    });
    await pass(31);
    expect([
      (await months(fan)).map(({ status }) => status),
      await paidBy(app, fan, producer),
    ]).toEqual([['paid', 'paid'], { times: 3, amount: 3 * PRICE }]);
  });

  test('without money are retried on days 1, 3 and 5, and paid once there is some', async () => {
    const { fan, producer } = await subscribed();
    // Months have 28 to 31 days.
    const days = Math.round(
      (Date.parse((await mine(fan))?.subscribedUntil ?? '') - app.clock.now().getTime()) /
        (DAY * 1000),
    );
    await pass(days - 4);
    await arm({ on: 'debit', action: 'noMoney', times: 4 });
    await pass(6);
    expect([await news(fan, 'renewalFailed'), (await mine(fan))?.status]).toEqual([1, 'late']);
    const subjects = ((await app.platform.mail.inbox?.list(100)) ?? [])
      .filter(({ to }) => to === `${fan.domainName}@example.com`)
      .map(({ subject }) => subject);
    expect(
      subjects.filter((subject) => subject.startsWith('Não foi possível debitar')),
    ).toHaveLength(1);
    await pass(3);
    expect([await paidBy(app, fan, producer), (await mine(fan))?.status]).toEqual([
      { times: 2, amount: 2 * PRICE },
      'active',
    ]);
  });

  test('without money until the last retry are given up together with the mandate', async () => {
    const { fan, producer } = await subscribed();
    await pass(26);
    await arm({ on: 'debit', action: 'noMoney', times: 8 });
    await pass(13);
    expect(await mine(fan)).toMatchObject({ status: 'ended', renews: false, stopReason: 'unpaid' });
    expect([
      await paidBy(app, fan, producer),
      (await mandateOf(fan)).status,
      await news(fan, 'subscriptionEnded'),
    ]).toEqual([{ times: 1, amount: PRICE }, 'ended', 1]);
  });

  test('of a closed account are given up at once', async () => {
    const { fan } = await subscribed();
    await pass(26);
    await arm({ on: 'debit', action: 'reject' });
    await pass(6);
    expect(await mine(fan)).toMatchObject({ status: 'ended', stopReason: 'unpaid' });
  });

  test('are charged when an unavailable bank answers again', async () => {
    const { fan, producer } = await subscribed();
    await pass(25);
    await arm({ on: 'PUT /cobr', action: 'drop', when: 'after', times: 1 });
    await arm({ on: 'GET /cobr', action: 'status', status: 503, times: 3 });
    await pass(7);
    expect([await months(fan), await paidBy(app, fan, producer)]).toMatchObject([
      [{ status: 'paid' }],
      { times: 2, amount: 2 * PRICE },
    ]);
  });

  test('cost a lower plan price; the rest of the debit stays in the wallet', async () => {
    const { fan, producer } = await subscribed();
    await openPlan(await back(app, producer), PRICE - 990);
    await pass(32);
    expect([await paidBy(app, fan, producer), await wallet(fan)]).toEqual([
      { times: 2, amount: 2 * PRICE - 990 },
      990,
    ]);
  });

  test('are not charged once the plan costs more, and the mandate ends', async () => {
    const { fan, producer } = await subscribed();
    await openPlan(await back(app, producer), PRICE + 1_000);
    await pass(32);
    expect(await mine(fan)).toMatchObject({ status: 'ended', stopReason: 'priceRose' });
    expect([await months(fan), (await mandateOf(fan)).status]).toEqual([[], 'ended']);
  });
});

describe('a month that is paid from the wallet', () => {
  test('has its mandate charge cancelled at the bank, which debits nothing', async () => {
    const { fan, producer } = await subscribed();
    await producer.call('POST /tiers/bundles', { body: { months: 3, discount: 10 } });
    await pass(27);
    expect((await months(fan)).map(({ status }) => status)).toEqual(['pending']);
    const bundle = (
      await (
        await back(app, fan)
      ).call('GET /publics/profiles/{domainname}', { params: { domainname: producer.domainName } })
    ).tier?.bundles[0];
    if (!bundle) throw new Error('no bundle');
    await fill(app, fan, bundle.price);
    const { status } = await subscribeTo(await back(app, fan), producer, bundle.price, {
      bundleId: bundle.id,
      subscribedUntil: (await mine(fan))?.subscribedUntil ?? null,
    });
    expect(status).toBe(200);
    await app.runJobs();
    expect((await months(fan)).map((month) => month.status)).toEqual(['failed']);
    await pass(6);
    expect([await paidBy(app, fan, producer), await wallet(fan)]).toEqual([
      { times: 2, amount: PRICE + bundle.price },
      0,
    ]);
  });
});

describe('the end of a mandate', () => {
  test('on our side ends it at the bank, and cancels the scheduled charge', async () => {
    const { fan, producer } = await subscribed();
    await pass(27);
    await stopRenewing(await back(app, fan), producer);
    await app.runJobs();
    expect(await mandateOf(fan)).toMatchObject({ status: 'ended', endedBy: 'us', forgotten: true });
    await pass(6);
    expect([
      (await months(fan)).map(({ status }) => status),
      await paidBy(app, fan, producer),
      await wallet(fan),
    ]).toEqual([['failed'], { times: 1, amount: PRICE }, 0]);
  });

  test('in the bank’s app ends the renewal, and the paid time stays', async () => {
    const { fan, producer } = await subscribed();
    await endAtBank(fan);
    await until(async () => {
      await app.runJobs();
      return (await mandateOf(fan)).status === 'ended';
    });
    expect(await mine(fan)).toMatchObject({
      status: 'active',
      renews: false,
      stopReason: 'permissionEnded',
    });
    expect([(await mandateOf(fan)).endedBy, await news(fan, 'subscriptionEnded')]).toEqual([
      'payer',
      1,
    ]);
    await pass(32);
    expect(await paidBy(app, fan, producer)).toEqual({ times: 1, amount: PRICE });
  });

  test('in the bank’s app is found by polling', async () => {
    const { fan } = await subscribed();
    await arm({ on: 'webhook', action: 'lose', times: 3 });
    await endAtBank(fan);
    await pass(1);
    expect(await mine(fan)).toMatchObject({ renews: false, stopReason: 'permissionEnded' });
  });

  test('follows the closing of the plan', async () => {
    const { fan, producer } = await subscribed();
    const seller = await back(app, producer);
    const { tier } = await seller.call('GET /tiers');
    await seller.call('DELETE /tiers/{id}', { params: { id: tier?.id as TierId } });
    await pass(0.1, 0.1);
    expect((await mandateOf(fan)).status).toBe('ended');
  });

  test('is decided on the present state: a renewal that is resumed meanwhile keeps its mandate', async () => {
    const { fan } = await subscribed();
    const renewal = async (at: Date | null): Promise<Date | null> => {
      const { rows } = await app.platform.pool.query(
        'WITH before AS (SELECT id, renew_at FROM subscriptions WHERE fan_id = $1) UPDATE subscriptions s SET renew_at = $2, remind_at = NULL, stop_reason = NULL FROM before b WHERE s.id = b.id RETURNING b.renew_at AS before',
        [fan.profileId, at],
      );
      return rows[0].before as Date | null;
    };
    const renewAt = await renewal(null);
    const { rows } = await app.platform.pool.query('SELECT id FROM mandates WHERE fan_id = $1', [
      fan.profileId,
    ]);
    let sweep: Promise<void> | undefined;
    await withGatewayLock(app.platform, { kind: 'mandate', id: rows[0].id as string }, async () => {
      await app.platform.jobs.enqueue(app.platform.db, 'subscriptions.settleMandates', {});
      sweep = app.runJobs();
      // The round has taken it, and waits for this work to end.
      await until(
        async () =>
          (
            await app.platform.pool.query(
              'SELECT FROM mandates WHERE fan_id = $1 AND next_check_at = $2',
              [fan.profileId, new Date(app.clock.now().getTime() + 300_000)],
            )
          ).rowCount === 1,
      );
      for (let reads = 0; reads < 20; reads += 1) await app.platform.pool.query('SELECT 1');
      await renewal(renewAt);
    });
    await sweep;
    expect(await mandateOf(fan)).toMatchObject({
      status: 'active',
      endedBy: null,
      forgotten: false,
    });
    expect(await mine(fan)).toMatchObject({ renews: true });
  });

  test('leaves a late payment in the wallet', async () => {
    const { fan, producer } = await subscribed();
    await pass(27);
    const [month] = await months(fan);
    // The bank can't take it back any more: it is the day itself.
    await arm({ on: 'PATCH /cobr', action: 'status', status: 400, times: 10 });
    await arm({ on: 'PATCH /rec', action: 'status', status: 503, times: 20 });
    await stopRenewing(await back(app, fan), producer);
    await pass(5);
    expect([
      await statusOf(month?.id as ChargeId),
      await paidBy(app, fan, producer),
      await wallet(fan),
    ]).toEqual(['paid', { times: 1, amount: PRICE }, PRICE]);
    expect(toPixId(month?.id ?? '')).toHaveLength(32);
  });
});

test('every period is paid once, access equals the paid time, and the ledger is consistent', async () => {
  expect(await subscriptionFaults(app)).toEqual([]);
});
