// A fan pays for the promotion that they saw: its price, its months and the price after them; when
// one of these is another by now, nothing is sold.
import { centavos } from '@camarim/contract/money';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { fill, joinProducer } from '../../testing/publishing.ts';
import { openPlan, paidBy, subscribeTo } from '../../testing/subscribing.ts';

const CODE = 'METADE';
const SEEN = { months: 3, price: centavos(2_000) };
let app: TestApp;
let people = 0;
beforeAll(async () => {
  app = await testApp();
});

const sell = (producer: ApiClient, discount: number, discountMonths: number) =>
  producer.call('POST /tiers/promotions', {
    body: { discount, discountMonths, activeDays: 30, maxUsers: 9, codes: [CODE] },
  });
const offer = async (balance = 50_000) => {
  const producer = await joinProducer(app, `oferece${(people += 1)}`);
  await openPlan(producer, SEEN.price);
  await sell(producer, 50, SEEN.months);
  const fan = await app.join(`aceita${people}`);
  if (balance > 0) await fill(app, fan, balance);
  return { fan, producer };
};
const buy = (fan: ApiClient, producer: ApiClient, promotion: typeof SEEN | undefined = SEEN) =>
  subscribeTo(fan, producer, 1_000, { discountCode: CODE, ...(promotion && { promotion }) });
const removePromotion = async (producer: ApiClient): Promise<void> => {
  const { tier } = await producer.call('GET /tiers');
  await producer.call('DELETE /tiers/prices/{id}', {
    params: { id: tier?.promotions[0]?.id ?? '' },
  });
};

test('a code that came to mean fewer months at the same price is refused', async () => {
  const { fan, producer } = await offer();
  await removePromotion(producer);
  await sell(producer, 50, 1);
  expect((await buy(fan, producer)).reply.code).toBe('validate.invalid');
  expect(await paidBy(app, fan, producer)).toEqual({ times: 0, amount: 0 });
});

test('a promotion at the same price whose later months cost more by now is refused', async () => {
  const { fan, producer } = await offer();
  await removePromotion(producer);
  await openPlan(producer, 4_000);
  await sell(producer, 75, SEEN.months);
  expect((await buy(fan, producer)).reply.code).toBe('validate.invalid');
  const seenNow = { ...SEEN, price: centavos(4_000) };
  expect((await buy(fan, producer, seenNow)).reply.data).toMatchObject({ charged: 1_000 });
});

test('a promotion of several months is not sold to a fan who does not say what they saw', async () => {
  const { fan, producer } = await offer();
  const answer = await subscribeTo(fan, producer, 1_000, { discountCode: CODE });
  expect(answer.reply.code).toBe('validate.invalid');
});

test('a purchase that waits for a top-up carries the terms that the fan saw', async () => {
  const { fan, producer } = await offer(0);
  const { reply } = await buy(fan, producer);
  expect([
    reply.code,
    (reply as unknown as { data: { intent: unknown } }).data.intent,
  ]).toMatchObject([
    'wallet.insufficient',
    { kind: 'subscription', discountCode: CODE, promotion: SEEN },
  ]);
});
