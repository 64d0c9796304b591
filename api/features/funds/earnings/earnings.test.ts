// Earnings of a period: days of São Paulo, what was sold, who gave most, what was taken back, and
// the file.
import { randomUUID } from 'node:crypto';
import type { TransferId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import { transaction } from '../../../platform/database/transaction.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { fill, publish } from '../../../testing/publishing.ts';

let app: TestApp;
let postId: string;
let goalId: string;
let tipId: TransferId;
beforeAll(async () => {
  // 23:30 of the 14th in São Paulo: the next day of UTC has begun.
  app = await testApp({ startAt: new Date('2026-11-15T02:30:00Z') });
  const { producer, fan, stranger } = app;
  postId = (await publish(app, producer, { price: 2_000, text: '=Luz "rasante"' })).id;
  goalId = (await producer.call('POST /goals', { body: { title: 'Refletor', value: 50_000 } })).id;
  for (const person of [fan, stranger]) await fill(app, person, 50_000);
  await fan.call('POST /posts/{id}/purchase', {
    params: { id: postId },
    body: { price: 2_000 },
    idempotencyKey: randomUUID(),
  });
  tipId = (
    await stranger.call('POST /funds/tips', {
      body: { toProfileId: producer.profileId, value: 10_000 },
      idempotencyKey: randomUUID(),
    })
  ).id;
  app.clock.advance(HOUR_MS);
  const again = await app.join('davi');
  await again.call('POST /funds/tips', {
    body: { goalId: goalId, value: 3_000 },
    idempotencyKey: randomUUID(),
  });
  await again.call('POST /funds/tips', {
    body: { postId: postId, value: 1_000 },
    idempotencyKey: randomUUID(),
  });
});

const iris = () => app.join('iris');

test('earnings are shown by day and kind, by item and by fan, after the fee', async () => {
  const earned = await (await iris()).call('GET /funds/earnings');
  expect(earned).toMatchObject({ from: '2026-10-17', to: '2026-11-15', total: 12_800 });
  expect(earned.days).toEqual([
    { day: '2026-11-14', kind: 'purchase', amount: 1_600 },
    { day: '2026-11-14', kind: 'tip', amount: 8_000 },
    { day: '2026-11-15', kind: 'tip', amount: 3_200 },
  ]);
  expect(earned.items).toEqual([
    { kind: 'profile', id: null, title: null, amount: 8_000, count: 1 },
    { kind: 'goal', id: goalId, title: 'Refletor', amount: 2_400, count: 1 },
    { kind: 'post', id: postId, title: '=Luz "rasante"', amount: 2_400, count: 2 },
  ]);
  expect(
    earned.fans.map(({ profile, amount, count }) => [profile.domainName, amount, count]),
  ).toEqual([
    ['malu', 8_000, 1],
    ['davi', 4_800, 3],
  ]);
});

test('earnings of a period include that period only, and reversed and longer periods are refused', async () => {
  const person = await iris();
  const earned = await person.call('GET /funds/earnings', {
    query: { from: '2026-11-15', to: '2026-11-15' },
  });
  expect([earned.total, earned.items.length, earned.fans.length]).toEqual([3_200, 2, 1]);
  expect(
    (await person.ask('GET /funds/earnings', { query: { from: '2026-11-15', to: '2026-11-14' } }))
      .status,
  ).toBe(400);
  expect(
    (await person.ask('GET /funds/earnings', { query: { from: '2024-11-15', to: '2026-11-14' } }))
      .status,
  ).toBe(400);
});

test('released and paid out earnings still count, and reversed ones do not', async () => {
  const { producer } = app;
  const { ledger } = app.ctx;
  await ledger.fold();
  app.clock.advance(9 * DAY_MS);
  await ledger.releaseDue();
  await ledger.post({
    kind: 'payout',
    payoutId: randomUUID(),
    profileId: producer.profileId,
    amount: centavos(4_000),
  });
  await transaction(app.ctx.db, (tx) =>
    ledger.reverseIn(tx, { transferId: tipId, actorId: null, reason: 'teste' }),
  );
  await ledger.fold();
  const earned = await (await iris()).call('GET /funds/earnings');
  expect(earned.total).toBe(4_800);
  expect(earned.days.at(-1)).toEqual({ day: '2026-11-24', kind: 'reversal', amount: -8_000 });
  expect(earned.items.map(({ kind }) => kind)).toEqual(['goal', 'post']);
  expect(earned.fans.map(({ profile }) => profile.domainName)).toEqual(['davi']);
});

test('earnings are exported as CSV without spreadsheet formulas', async () => {
  const { token } = await iris();
  const file = async (part: string) =>
    (
      await app.server.inject({
        url: `/api/funds/earnings/export?part=${part}`,
        headers: { authorization: `Bearer ${token}`, 'x-origin': 'CAM' },
      })
    ).body;
  expect((await file('days')).split('\r\n').slice(0, 2)).toEqual([
    'day,kind,amount',
    '2026-11-14,purchase,16.00',
  ]);
  expect(await file('items')).toContain(`post,${postId},"'=Luz ""rasante""",2,24.00`);
  expect(await file('fans')).toContain('davi,"Nome davi",3,48.00');
});
