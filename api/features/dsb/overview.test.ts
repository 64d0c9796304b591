// The overview of administrators through the application: figures of a period, people, and open
// work.
import type { ChargeId } from '@camarim/contract/ids';
import { OPEN_WORK } from '@camarim/contract/features/dsb';
import { centavos, ZERO_CENTAVOS } from '@camarim/contract/money';
import { DAY_MS, MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { fill } from '../../testing/publishing.ts';
import { back } from '../../testing/subscribing.ts';
import { dayCounts } from '../../assemble.ts';
import { rebuildRollups } from '../ledger/index.ts';
import { rebuildDays } from './index.ts';
import { transaction } from '../../platform/database/transaction.ts';

let app: TestApp;
let admin: ApiClient;

const idOf = ({ profileId }: ApiClient) => profileId;
const overview = (query: Record<string, string> = {}) => admin.call('GET /dsb', { query: query });
const tip = (fan: ApiClient, amount: number) =>
  app.ctx.ledger.post({
    kind: 'tip',
    key: newId(),
    fromId: idOf(fan),
    toId: idOf(app.producer),
    postId: null,
    amount: centavos(amount),
    feeBps: 2_000,
  });
/** As the scheduler would, a minute later. */
const countRollups = async () => {
  app.clock.advance(MINUTE_MS);
  await app.ctx.jobs.enqueue(app.ctx.db, 'ledger.rollUp', {});
  await app.ctx.jobs.enqueue(app.ctx.db, 'dsb.countDays', {});
  await app.runJobs();
};
/** For rows that a test wrote into the past. */
const countPast = () => rebuildDays(app.ctx.db, dayCounts(), app.clock.now());

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'chefia');
});

test('only administrators may read the overview and its file', async () => {
  for (const route of ['GET /dsb', 'GET /dsb/export'] as const) {
    expect((await app.visitor.ask(route, {})).status).toBe(401);
    for (const person of [app.fan, app.producer])
      expect((await person.ask(route, {})).status).toBe(403);
  }
  expect((await admin.ask('GET /dsb', {} as never)).status).toBe(200);
});

describe('a period with sales, a refund, a dispute and a payout', () => {
  const chargeId = newId() as ChargeId;
  beforeAll(async () => {
    await fill(app, app.fan, 10_000);
    await tip(app.fan, 3_000);
    const { transferId } = await tip(app.fan, 1_000);
    await transaction(app.ctx.db, (tx) =>
      app.ctx.ledger.reverseIn(tx, { transferId, actorId: null, reason: 'a test' }),
    );
    await app.ctx.ledger.post({
      kind: 'topUp',
      chargeId,
      profileId: idOf(app.stranger),
      gateway: 'pix',
      amount: centavos(500),
    });
    await transaction(app.ctx.db, (tx) =>
      app.ctx.ledger.postDisputeIn(tx, {
        chargeId,
        refundRef: 'return 1',
        profileId: idOf(app.stranger),
        gateway: 'pix',
        remaining: ZERO_CENTAVOS,
        returned: centavos(500),
      }),
    );
  });

  test('the overview has the sums, which are those of its days', async () => {
    await countRollups();
    const shown = await overview();
    expect(shown.totals).toMatchObject({
      gross: 4_000,
      refunded: 1_000,
      fee: 600,
      share: 2_400,
      sales: 2,
      refunds: 1,
      toppedUp: 10_500,
      topUps: 2,
      topUpsReturned: 0,
      disputed: 500,
      disputes: 1,
      paidOut: 0,
      payouts: 0,
      activeSubscribers: 0,
      newProducers: 1,
    });
    expect(shown.totals.newMembers).toBeGreaterThanOrEqual(4);
    expect(shown.sales).toMatchObject([{ kind: 'tip', gross: 4_000, refunded: 1_000, fee: 600 }]);
    expect(shown.topUps).toEqual([
      { method: 'pix', amount: 10_500, count: 2, returned: 0, disputed: 500, net: 10_000 },
    ]);
    expect(shown.days).toHaveLength(30);
    for (const field of [
      'gross',
      'refunded',
      'fee',
      'share',
      'toppedUp',
      'disputed',
      'newMembers',
      'newProducers',
      'renewals',
      'endedSubscriptions',
    ] as const)
      expect(shown.days.reduce((sum, day) => sum + day[field], 0)).toBe(shown.totals[field]);
    expect(shown.before).toMatchObject({ gross: 0, newMembers: 0 });
    expect(shown.countedUntil).toBe(app.clock.now().toISOString());
  });

  test('payouts are what arrived at the bank, without the fee of a payout', async () => {
    const payoutId = newId();
    app.clock.advance(40 * DAY_MS);
    admin = await back(app, admin);
    await app.ctx.ledger.releaseDue();
    const facts = { payoutId, profileId: idOf(app.producer), amount: centavos(1_000) };
    await app.ctx.ledger.post({ kind: 'payout', ...facts });
    await app.ctx.ledger.post({
      kind: 'payoutPaid',
      gateway: 'pix',
      ...facts,
      fee: centavos(150),
    });
    await countRollups();
    const { totals, before, days } = await overview();
    expect(days.reduce((sum, day) => sum + day.paidOut, 0)).toBe(totals.paidOut);
    expect(totals).toMatchObject({ paidOut: 850, payouts: 1, payoutFees: 150, gross: 0 });
    expect(days.at(-1)).toMatchObject({ paidOut: 850 });
    expect(before).toMatchObject({ gross: 4_000, fee: 600, disputes: 1 });
  });

  test('a period is days of São Paulo or instants, which stand for their day', async () => {
    const of = async (startsWhen: string, endsWhen: string) => {
      const { from, to, days } = await overview({ startsWhen, endsWhen });
      return [from, to, days.length];
    };
    expect(await of('2026-01-10', '2026-01-16')).toEqual(['2026-01-10', '2026-01-16', 7]);
    expect(await of('2026-01-10T02:59:59Z', '2026-01-16T03:00:00Z')).toEqual([
      '2026-01-09',
      '2026-01-16',
      8,
    ]);
    for (const query of [
      { startsWhen: '2026-01-16', endsWhen: '2026-01-10' },
      { startsWhen: '2024-01-01', endsWhen: '2026-01-10' },
      { startsWhen: 'yesterday' },
    ])
      expect((await admin.ask('GET /dsb', { query: query })).status).toBe(400);
  });

  test('the file has one line for each day, with amounts in reais', async () => {
    const { body } = await app.server.inject({
      url: '/api/dsb/export?startsWhen=2026-01-15&endsWhen=2026-01-16',
      headers: { authorization: `Bearer ${admin.token}`, 'x-origin': 'CAM' },
    });
    const [head, first] = body.split('\r\n');
    expect(head).toBe(
      'day,gross,refunded,fee,share,toppedUp,disputed,paidOut,newMembers,newProducers,renewals,endedSubscriptions,churnBps,activeSubscribers',
    );
    expect(first).toMatch(
      /^2026-01-15,40\.00,10\.00,6\.00,24\.00,105\.00,5\.00,0\.00,\d+,1,0,0,,0$/,
    );
  });

  test.each([
    ['sales', 'kind,sales,refunds,gross,refunded,fee,share', 'tip,2,1,40.00,10.00,6.00,24.00'],
    ['methods', 'method,count,amount,returned,disputed,net', 'pix,2,105.00,0.00,5.00,100.00'],
    ['approvals', 'kind,part,decided,medianHours', undefined],
  ])('the file of the table %s has its rows', async (table, head, row) => {
    const { body } = await app.server.inject({
      url: `/api/dsb/export?startsWhen=2026-01-15&endsWhen=2026-01-16&table=${table}`,
      headers: { authorization: `Bearer ${admin.token}`, 'x-origin': 'CAM' },
    });
    expect(body.split('\r\n')).toEqual(row === undefined ? [head] : [head, row]);
  });
});

describe('open work', () => {
  test('every kind is listed once, also those of which none waits', async () => {
    const { openWork } = await overview();
    expect(openWork.map(({ kind }) => kind).toSorted()).toEqual([...OPEN_WORK].toSorted());
    for (const { waiting, oldestAt } of openWork) expect(waiting === 0).toBe(oldestAt === null);
  });

  test('the longest waiting comes first, and a decided case waits no longer', async () => {
    const [fan, stranger] = [await back(app, app.fan), await back(app, app.stranger)];
    const asked = app.clock.now().toISOString();
    const { id } = await fan.call('POST /profiles/help', { body: { message: 'Ajuda' } });
    app.clock.advance(MINUTE_MS);
    await stranger.call('POST /profiles/help', { body: { message: 'Também' } });
    app.clock.advance(MINUTE_MS);
    const reported = app.clock.now().toISOString();
    await fan.call('POST /reports', {
      body: { targetKind: 'profile', targetId: idOf(app.producer), reason: 'other', text: '' },
    } as never);
    const waiting = async () => (await overview()).openWork.filter((one) => one.waiting > 0);
    expect(await waiting()).toEqual([
      { kind: 'helpTicket', waiting: 2, oldestAt: asked },
      { kind: 'report', waiting: 1, oldestAt: reported },
    ]);
    await admin.call('POST /dsb/help/{id}', { params: { id }, body: { answer: 'Pronto.' } });
    expect((await waiting())[0]).toMatchObject({ kind: 'helpTicket', waiting: 1 });
  });
});

describe('what the period decided and renewed', () => {
  const sqlOf = (text: string, values: unknown[]) => app.ctx.pool.query(text, values);
  const range = () => {
    const [from, to] = [-20, 0].map((days) =>
      new Date(app.clock.now().getTime() + days * DAY_MS).toISOString(),
    );
    return { startsWhen: from ?? '', endsWhen: to ?? '' };
  };

  test('disputes of each card scheme are compared with its payments and limit, equal to the ledger', async () => {
    for (const [brandId, disputed] of [
      [1, true],
      [1, false],
      [41, false],
    ] as const) {
      const chargeId = newId() as ChargeId;
      const payment = { chargeId, profileId: idOf(app.stranger), gateway: 'rede' as const };
      await sqlOf(
        `INSERT INTO charges (id, profile_id, provider, method, status, amount_centavos, expires_at,
          created_at, brand_id)
        VALUES ($1, $2, 'rede', 'card', 'paid', 2000, $3, $3, $4)`,
        [chargeId, payment.profileId, app.clock.now(), brandId],
      );
      await app.ctx.ledger.post({ kind: 'topUp', ...payment, amount: centavos(2_000) });
      if (disputed)
        await transaction(app.ctx.db, (tx) =>
          app.ctx.ledger.postDisputeIn(tx, {
            ...payment,
            refundRef: 'a dispute',
            remaining: ZERO_CENTAVOS,
            returned: centavos(2_000),
          }),
        );
    }
    await countRollups();
    const { schemes, totals } = await overview(range());
    expect(schemes).toEqual([
      {
        brandId: 1,
        name: 'Visa',
        payments: 2,
        paid: 4_000,
        disputes: 1,
        disputed: 2_000,
        ratioBps: 5_000,
        limitBps: 150,
        limitFrom: 1_500,
      },
      expect.objectContaining({
        name: 'Elo',
        payments: 1,
        disputes: 0,
        ratioBps: 0,
        limitBps: null,
      }),
    ]);
    expect(totals).toMatchObject({ toppedUp: 6_000, disputed: 2_000, disputes: 1 });
    expect(await rebuildRollups(app.ctx.db, app.clock.now())).toEqual([]);
  });

  test('renewals, subscriptions that ended, and the times of decisions are those of the period', async () => {
    const id = newId();
    const now = app.clock.now().getTime();
    const day = (days: number) => new Date(now + days * DAY_MS);
    // Days are counted from the first account on.
    await sqlOf(
      'UPDATE users SET created_at = $2 WHERE id = (SELECT user_id FROM profiles WHERE id = $1)',
      [idOf(app.fan), day(-70)],
    );
    await sqlOf(
      `INSERT INTO subscriptions (id, fan_id, producer_id, price_centavos, anchor_at, paid_until,
        created_at) VALUES ($1, $2, $3, 1000, $4, $5, $4)`,
      [id, idOf(app.fan), idOf(app.producer), day(-60), day(-2)],
    );
    for (const [from, to] of [
      [-60, -30],
      [-15, -2],
    ] as const)
      await sqlOf(
        `INSERT INTO subscription_periods (id, subscription_id, during, months, amount_centavos,
          transfer_id, created_at)
        VALUES ($1, $2, tstzrange($3, $4), 1, 1000, $5, $3)`,
        [newId(), id, day(from), day(to), newId()],
      );
    await countPast();
    const { totals, before, approvals } = await overview(range());
    expect(totals).toMatchObject({ renewals: 1, endedSubscriptions: 1 });
    // The first end was in the period before.
    expect(before).toMatchObject({ renewals: 0, endedSubscriptions: 1 });
    expect(approvals.map(({ kind }) => kind)).not.toContain('report');
    const reports = await admin.call('GET /dsb/reports', { query: {} });
    app.clock.advance(2 * 60 * MINUTE_MS);
    admin = await back(app, admin);
    for (const { id: reportId } of reports)
      await admin.call('POST /dsb/reports/{id}', {
        params: { id: reportId },
        body: { outcome: 'dismissed', reason: 'conferido' },
      });
    await countRollups();
    const [decided] = (await overview(range())).approvals.filter(({ kind }) => kind === 'report');
    expect(decided).toMatchObject({ part: 'other', decided: reports.length });
    // By a class that is a fifth wide; the reports of the first test waited some days.
    expect(decided?.medianHours).toBeGreaterThan(2 / 1.2);
  });

  test('churn is of paid subscriptions that ended, less those that were paid again within 30 days', async () => {
    const before = (await overview(range())).totals;
    // The period begins at midnight of São Paulo, 20 days ago.
    const day = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS);
    const subscribe = async (periods: readonly (readonly [number, number])[], isPaid = true) => {
      const [id, fan] = [newId(), await app.join(`assina${newId().slice(-8)}`)];
      await sqlOf(
        `INSERT INTO subscriptions (id, fan_id, producer_id, price_centavos, anchor_at, paid_until,
          created_at) VALUES ($1, $2, $3, 1000, $4, $5, $4)`,
        [id, idOf(fan), idOf(app.producer), day(-30), day(periods.at(-1)?.[1] ?? 0)],
      );
      for (const [from, to] of periods)
        await sqlOf(
          `INSERT INTO subscription_periods (id, subscription_id, during, months, amount_centavos,
            transfer_id, created_at)
          VALUES ($1, $2, tstzrange($3, $4), $5, $6, $7, $3)`,
          [
            newId(),
            id,
            day(from),
            day(to),
            isPaid ? 1 : 0,
            isPaid ? 1_000 : 0,
            isPaid ? newId() : null,
          ],
        );
    };
    await subscribe([[-25, -5]]);
    await subscribe([[-25, 5]]);
    await subscribe([
      [-25, -5],
      [-3, 10],
    ]);
    await subscribe([[-25, -5]], false);
    await subscribe([[-8, -4]]);
    await countPast();
    const { totals, before: earlier } = await overview(range());
    expect(totals.subscribersAtStart - before.subscribersAtStart).toBe(3);
    expect(totals.subscribersLost - before.subscribersLost).toBe(2);
    expect(totals.churnBps).toBe(
      Math.round((totals.subscribersLost * 10_000) / totals.subscribersAtStart),
    );
    expect([earlier.subscribersAtStart, earlier.churnBps]).toEqual([1, expect.any(Number)]);

    const { days } = await overview(range());
    expect(days.at(-1)?.activeSubscribers).toBe(totals.activeSubscribers);
    const lossy = days.filter(({ churnBps }) => (churnBps ?? 0) > 0);
    expect(lossy.length).toBeGreaterThan(0);
    const { body } = await app.server.inject({
      url: `/api/dsb/export?startsWhen=${days[0]?.day}&endsWhen=${days.at(-1)?.day}`,
      headers: { authorization: `Bearer ${admin.token}`, 'x-origin': 'CAM' },
    });
    for (const { day: on, churnBps, activeSubscribers } of lossy)
      expect(body).toMatch(new RegExp(`^${on},.*,${churnBps},${activeSubscribers}\\r?$`, 'm'));
  });
});

test('money and people are counted twice a minute', async () => {
  await countRollups();
  const { totals: first } = await overview();
  await fill(app, app.fan, 700);
  await app.join('no-meio-do-minuto');
  const shown = async () => {
    await app.runJobs();
    const { totals } = await overview();
    return [totals.toppedUp - first.toppedUp, totals.newMembers - first.newMembers];
  };
  app.clock.advance(MINUTE_MS / 2 - 1);
  expect(await shown()).toEqual([0, 0]);
  app.clock.advance(1);
  expect(await shown()).toEqual([700, 1]);
});
