// Disputed Pix payments: the money leaves the wallet, purchases are reversed, the rest becomes a
// debt.
import { randomUUID } from 'node:crypto';
import type { PostId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { type TestAppWithBank, appWithBank } from '../../../../testing/bank.ts';
import { type Payer, payersOf } from '../../../../testing/payers.ts';
import { publish } from '../../../../testing/publishing.ts';
import { openPlan, subscribeTo, subscriptionFaults } from '../../../../testing/subscribing.ts';
import { syncCharge } from './sync-charge.ts';

let app: TestAppWithBank;
let payers: ReturnType<typeof payersOf>;
let postId: PostId;
beforeAll(async () => {
  app = await appWithBank();
  payers = payersOf(app);
  postId = (await publish(app, app.producer, { text: 'Veja', price: 3_000, pictures: 0 })).id;
});

const receiptOf = async ({ id }: Payer): Promise<string> =>
  (
    await app.ctx.payments.pix?.status({
      chargeId: id,
      providerRef: null,
      amountCentavos: centavos(5_000),
    })
  )?.receipts[0]?.ref ?? '';
const paid = async (name: string): Promise<Payer> => {
  const payer = await payers.someone(name);
  await payers.notified(() => app.bank.pay(payer.id));
  return payer;
};
const dispute = async (payer: Payer): Promise<void> => {
  const receipt = await receiptOf(payer);
  await payers.notified(async () => {
    await app.bank.dispute(receipt);
    await app.pass(3);
  });
};
const again = (person: ApiClient) => app.join(person.domainName);
const walletOf = async (person: ApiClient) => (await (await again(person)).call('GET /funds'))[0];
const buy = ({ person }: Payer) =>
  person.call('POST /posts/{id}/purchase', {
    params: { id: postId },
    body: { price: centavos(3_000) },
    idempotencyKey: randomUUID(),
  });
const tip = ({ person }: Payer, value: number) =>
  person.call('POST /funds/tips', {
    body: { toProfileId: app.producer.profileId, value },
    idempotencyKey: randomUUID(),
  });
const pending = async () => (await app.ctx.ledger.earningsOf(app.producer.profileId)).pending;
/** As if the producer had been paid everything out. */
const emptyProducer = async () => {
  app.clock.advance(8 * DAY_MS);
  await app.ctx.ledger.releaseDue();
  const { available } = await app.ctx.ledger.earningsOf(app.producer.profileId);
  if (available > 0)
    await app.ctx.ledger.post({
      kind: 'payout',
      payoutId: randomUUID(),
      profileId: app.producer.profileId,
      amount: available,
    });
};

describe('a disputed Pix payment', () => {
  it('a disputed Pix payment takes the tips that it paid for out of their goal', async () => {
    const { id: goalId } = await (
      await again(app.producer)
    ).call('POST /goals', { body: { title: 'Câmera', value: 90_000 } });
    const payer = await paid('metadisputa');
    await payer.person.call('POST /funds/tips', {
      body: { goalId, value: 4_000 },
      idempotencyKey: randomUUID(),
    });
    const balance = async () =>
      (
        await app.ctx.pool.query(
          'SELECT balance_centavos::int AS balance FROM goals WHERE id = $1',
          [goalId],
        )
      ).rows[0]?.balance;
    expect(await balance()).toBe(4_000);
    await dispute(payer);
    expect(await balance()).toBe(0);
  });

  it('a disputed Pix payment reverses its purchases, newest first, and ends the access to the post', async () => {
    const payer = await paid('compradora');
    const before = await pending();
    await buy(payer);
    await tip(payer, 2_000);
    expect(await pending()).toBe(before + 4_000);
    await dispute(payer);
    expect(await walletOf(payer.person)).toMatchObject({ balance: 0, debt: 0 });
    expect(await pending()).toBe(before);
    const person = await again(payer.person);
    expect(await person.call('GET /posts/{id}', { params: { id: postId } })).toMatchObject({
      purchased: false,
    });
    const kinds = (await person.call('GET /funds/statements')).map(({ kind, amount }) => [
      kind,
      amount,
    ]);
    expect(kinds).toEqual([
      ['chargeback', -5_000],
      ['reversal', 3_000],
      ['reversal', 2_000],
      ['tip', -2_000],
      ['purchase', -3_000],
      ['topUp', 5_000],
    ]);
  });

  it('a disputed Pix payment is posted once under repeated notifications and polls', async () => {
    const payer = await paid('insistente');
    await dispute(payer);
    for (let look = 0; look < 3; look += 1)
      await syncCharge(app.ctx, app.services.payments, payer.id, 'webhook');
    expect(await walletOf(payer.person)).toMatchObject({ balance: 0, debt: 0 });
  });

  it('a disputed Pix payment leaves a debt when the money is spent, which the next top-up pays', async () => {
    const payer = await paid('gastadora');
    await tip(payer, 4_000);
    await emptyProducer();
    await dispute(payer);
    expect(await walletOf(payer.person)).toMatchObject({ balance: 0, debt: 4_000 });
    const person = await again(payer.person);
    const [notice] = await person.call('GET /profiles/notifications');
    expect(notice?.message.replaceAll(/\s/g, ' ')).toContain('Você deve R$ 40,00');
    expect(await app.ctx.ledger.debtors(10)).toMatchObject([
      { profileId: person.profileId, owed: 4_000 },
    ]);

    const { id } = await person.call('POST /funds', {
      body: { paymentMethodKey: 'pix', value: 5_000 },
      idempotencyKey: randomUUID(),
    });
    await payers.notified(() => app.bank.pay(id));
    expect(await walletOf(payer.person)).toMatchObject({ balance: 1_000, debt: 0 });
    expect(await app.ctx.ledger.debtors(10)).toEqual([]);
    const [line] = await (
      await again(payer.person)
    ).call('GET /funds/statements', { query: { kind: 'debtPayment', direction: 'out' } });
    expect(line).toMatchObject({ account: 'wallet', amount: -4_000 });
  });
});

describe('a subscription bought with disputed money', () => {
  const subscription = async (person: ApiClient) =>
    (await (await again(person)).call('GET /subscriptions'))[0];
  const membersPost = async (person: ApiClient, id: PostId) =>
    (await (await again(person)).call('GET /posts/{id}', { params: { id } })).locked?.reason ??
    null;
  let forMembers: PostId;
  beforeAll(async () => {
    await openPlan(await again(app.producer), 2_990);
    forMembers = (
      await publish(app, await again(app.producer), {
        text: 'Só para quem assina',
        public: false,
        pictures: 0,
      })
    ).id;
  });

  it('a subscription bought with disputed money ends at once, its share is reversed, and no debt is left', async () => {
    const payer = await paid('assinante');
    const before = await pending();
    await subscribeTo(payer.person, app.producer, 2_990);
    expect([await membersPost(payer.person, forMembers), await pending()]).toEqual([
      null,
      before + 2_392,
    ]);
    await dispute(payer);
    expect(await walletOf(payer.person)).toMatchObject({ balance: 0, debt: 0 });
    expect([await membersPost(payer.person, forMembers), await pending()]).toEqual([
      'members',
      before,
    ]);
    expect(await subscription(payer.person)).toMatchObject({ status: 'ended', renews: false });
    expect(await subscriptionFaults(app)).toEqual([]);
  });

  it('a subscription that a dispute ended can be bought again at its full price, also for the same time', async () => {
    const payer = await paid('volta-a-pagar');
    await subscribeTo(payer.person, app.producer, 2_990);
    await dispute(payer);
    const person = await again(payer.person);
    const { id } = await person.call('POST /funds', {
      body: { paymentMethodKey: 'pix', value: 5_000 },
      idempotencyKey: randomUUID(),
    });
    await payers.notified(() => app.bank.pay(id));
    expect((await subscribeTo(await again(person), app.producer, 2_990)).reply.data).toMatchObject({
      charged: 2_990,
      balance: 2_010,
    });
    expect(await membersPost(payer.person, forMembers)).toBeNull();
    expect(await subscriptionFaults(app)).toEqual([]);
  });

  it('a subscription bought with disputed money that was paid out runs to its end, and leaves a debt', async () => {
    const payer = await paid('ja-foi');
    await subscribeTo(payer.person, app.producer, 2_990);
    await emptyProducer();
    await dispute(payer);
    expect(await walletOf(payer.person)).toMatchObject({ balance: 0, debt: 2_990 });
    expect(await membersPost(payer.person, forMembers)).toBeNull();
    expect(await subscriptionFaults(app)).toEqual([]);
  });

  it('a subscription bought with disputed money survives a dispute and a renewal at the same moment', async () => {
    const names = ['juntas1', 'juntas2', 'juntas3', 'juntas4'];
    const several: Payer[] = [];
    for (const name of names) {
      const payer = await paid(name);
      await app.ctx.ledger.post({
        kind: 'topUp',
        chargeId: randomUUID() as Payer['id'],
        profileId: payer.person.profileId,
        gateway: 'pix',
        amount: centavos(1_000),
      });
      await subscribeTo(payer.person, app.producer, 2_990);
      several.push(payer);
    }
    await app.pass(30.5 * 86_400);
    for (const payer of several) await app.bank.dispute(await receiptOf(payer));
    await app.pass(3);
    await app.ctx.jobs.enqueue(app.ctx.db, 'subscriptions.renew', {});
    const deps = app.services.payments;
    await Promise.all([
      app.runJobs(),
      ...several.map(({ id }) => syncCharge(app.ctx, deps, id, 'reconciliation')),
    ]);
    const { rows } = await app.ctx.pool.query(
      'SELECT DISTINCT status FROM charges WHERE id = ANY($1::uuid[])',
      [several.map(({ id }) => id)],
    );
    expect(rows).toEqual([{ status: 'charged_back' }]);
    expect(await subscriptionFaults(app)).toEqual([]);
  });
});

it('the ledger is consistent after all disputes', async () =>
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]));
