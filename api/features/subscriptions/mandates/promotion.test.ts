// Promotions with Pix Automático: one of a single month is paid by the code; one of several months
// is not offered, because a mandate has one amount.
import { centavos } from '@camarim/contract/money';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids/new-id.ts';
import { appWithBank, type TestAppWithBank } from '../../../testing/bank.ts';
import { paidBy } from '../../../testing/subscribing.ts';
import { mandateSteps, PRICE } from '../../../testing/subscriptions/mandates.ts';

let app: TestAppWithBank;
const { joinPair, payCode, walletOf } = mandateSteps(() => app);
beforeAll(async () => {
  app = await appWithBank();
});

const LOWER = PRICE / 2;
const ask = async (discountMonths: number) => {
  const { fan, producer } = await joinPair();
  await producer.call('POST /tiers/promotions', {
    body: { discount: 50, discountMonths, activeDays: 30, maxUsers: 9, codes: ['METADE'] },
  });
  const answer = await fan.ask('POST /profiles/{profileId}/renew/pix-automatico', {
    params: { profileId: producer.profileId },
    body: { price: centavos(LOWER), discountCode: 'METADE' },
    idempotencyKey: newId(),
  });
  return { fan, producer, answer };
};

test('a promotion of one month is paid by the code of a mandate, whose amount is the full price', async () => {
  const { fan, producer, answer } = await ask(1);
  await payCode(answer.reply.data.id);
  expect([await paidBy(app, fan, producer), await walletOf(fan)]).toEqual([
    { times: 1, amount: LOWER },
    0,
  ]);
  const { rows } = await app.ctx.pool.query(
    'SELECT amount_centavos::int AS amount FROM mandates WHERE fan_id = $1',
    [fan.profileId],
  );
  expect(rows).toEqual([{ amount: PRICE }]);
});

test('a promotion of several months is not paid by a mandate', async () => {
  const { answer } = await ask(3);
  expect(answer.reply).toMatchObject({ code: 'wallet.methodUnavailable' });
});

test('a mandate code whose promotion changed afterwards leaves its payment in the wallet', async () => {
  const { fan, producer, answer } = await ask(1);
  const { tier } = await producer.call('GET /tiers');
  await producer.call('DELETE /tiers/prices/{id}', {
    params: { id: tier?.promotions[0]?.id ?? '' },
  });
  await producer.call('POST /tiers/promotions', {
    body: { discount: 50, discountMonths: 3, activeDays: 30, maxUsers: 9, codes: ['METADE'] },
  });
  await payCode(answer.reply.data.id);
  expect([await paidBy(app, fan, producer), await walletOf(fan)]).toEqual([
    { times: 0, amount: 0 },
    LOWER,
  ]);
});

test('a mandate is not opened when the months after the promotion cost more than the fan saw', async () => {
  const { fan, producer } = await joinPair();
  await producer.call('POST /tiers/promotions', {
    body: { discount: 50, activeDays: 30, maxUsers: 9, codes: ['METADE'] },
  });
  const { reply } = await fan.ask('POST /profiles/{profileId}/renew/pix-automatico', {
    params: { profileId: producer.profileId },
    body: {
      price: centavos(LOWER),
      discountCode: 'METADE',
      promotion: { months: 1, price: centavos(PRICE - 1) },
    },
    idempotencyKey: newId(),
  });
  expect(reply.code).toBe('validate.invalid');
});
