// PayPal's button: an order per key, approved by its payer, finished by their call, credited once
// under repeated calls and lost answers.
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import {
  controlSandbox,
  type SandboxControl,
} from '../../../../platform/payments/sandbox-control.ts';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import { until } from '../../../../testing/until.ts';

let app: TestAppWithBank;
let paypal: SandboxControl;
let person: ApiClient;
let people = 0;
beforeAll(async () => {
  app = await appWithBank();
  paypal = controlSandbox(app.bank.url, 'paypal');
});
beforeEach(async () => {
  person = await app.join(`botao${(people += 1)}`);
});
afterEach(() => app.bank.disarm());

const askOrder = (orderId: string, value = 5_000) =>
  person.ask('POST /funds/generatePaypalOrder', { body: { orderId, value: centavos(value) } });
const openOrder = async (
  orderId = `pedido-${randomUUID()}`,
): Promise<{ id: string; chargeId: ChargeId; url: string }> => (await askOrder(orderId)).reply.data;
const finish = (orderID: string, who = person, key: string = randomUUID()) =>
  who.ask('POST /funds', {
    body: { paymentMethodKey: 'paypal', value: 5_000, paypalPaymentData: { orderID } },
    idempotencyKey: key,
  });
const balance = async (): Promise<number | undefined> =>
  (await person.call('GET /funds'))[0]?.balance;
const credits = async (): Promise<number> =>
  (
    await app.ctx.pool.query(
      "SELECT count(*)::int AS n FROM ledger_transfers WHERE kind = 'topUp' AND actor_profile_id = $1",
      [person.profileId],
    )
  ).rows[0].n;

describe('a PayPal order', () => {
  it('a PayPal order has the requested amount and the approval page', async () => {
    const { status, reply } = await askOrder('pedido-um');
    expect([status, reply.data]).toEqual([
      200,
      {
        id: expect.stringMatching(/^[0-9A-Z]{17}$/),
        chargeId: expect.any(String),
        url: expect.stringContaining('/pagar/paypal/'),
      },
    ]);
    expect(
      await person.call('GET /funds/charges/{id}', { params: { id: reply.data.chargeId } }),
    ).toMatchObject({
      status: 'pending',
      method: 'paypal',
      value: 5_000,
      paypalPayment: { orderId: reply.data.id },
    });
    expect(await paypal.countOf(reply.data.chargeId)).toBe(1);
  });

  it('a PayPal order is created once per person and key, also by concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => askOrder('duas-vezes')));
    const ids = new Set(
      answers.filter(({ status }) => status === 200).map(({ reply }) => reply.data.id),
    );
    expect(ids.size).toBe(1);
    expect((await askOrder('duas-vezes')).reply.data.id).toBe([...ids][0]);
    person = await app.join(`botao${(people += 1)}`);
    expect(ids.has((await askOrder('duas-vezes')).reply.data.id)).toBe(false);
  });

  it('a PayPal order is refused with another amount under the same key', async () => {
    await askOrder('mesmo-nome');
    expect((await askOrder('mesmo-nome', 10_000)).reply.code).toBe('request.idempotencyMismatch');
  });

  it('a PayPal order takes any amount of a top-up, and requires a key', async () => {
    expect((await askOrder('qualquer-valor', 4_321)).status).toBe(200);
    for (const refused of [499, 200_001])
      expect(await askOrder(`valor-${refused}`, refused)).toMatchObject({
        status: 400,
        reply: { fields: { value: expect.anything() } },
      });
    expect(await askOrder('x')).toMatchObject({
      status: 400,
      reply: { fields: { orderId: expect.anything() } },
    });
    expect(
      (
        await app.visitor.ask('POST /funds/generatePaypalOrder', {
          body: { orderId: 'visitante', value: centavos(5_000) },
        })
      ).status,
    ).toBe(401);
  });

  it('a PayPal order is created once when its answer is lost, and returned to the next request', async () => {
    await paypal.arm('create', { action: 'drop', when: 'after', times: 2 });
    const first = await askOrder('perdido-no-caminho');
    const again = await askOrder('perdido-no-caminho');
    expect([200, 503]).toContain(first.status);
    expect(again.status).toBe(200);
    expect(await paypal.countOf(again.reply.data.chargeId)).toBe(1);
  });

  it('a PayPal order is refused as unavailable while PayPal is unavailable', async () => {
    await paypal.arm('create', { action: 'status', status: 503, times: 20 });
    expect(await askOrder('paypal-fora')).toMatchObject({
      status: 503,
      reply: { code: 'gateway.unavailable' },
    });
  });
});

describe('finishing a PayPal order', () => {
  it('finishing a PayPal order captures an approved order and credits it at once', async () => {
    const { id, chargeId } = await openOrder();
    await app.bank.armWebhook('lose');
    await paypal.pay(chargeId);
    expect(await finish(id)).toMatchObject({
      status: 200,
      reply: { data: { id: chargeId, status: 'paid', method: 'paypal', paypalPayment: null } },
    });
    expect([await balance(), await credits()]).toEqual([5_000, 1]);
  });

  it('finishing a PayPal order changes nothing before the approval', async () => {
    const { id, chargeId } = await openOrder();
    expect((await finish(id)).reply.data).toMatchObject({ id: chargeId, status: 'pending' });
    expect([await balance(), await credits()]).toEqual([0, 0]);
  });

  it('finishing a PayPal order credits once under repeated calls and notifications', async () => {
    const { id, chargeId } = await openOrder();
    await app.bank.armWebhook('duplicate');
    await paypal.pay(chargeId);
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => finish(id))),
      app.runJobs(),
    ]);
    expect(answers.map(({ reply }) => reply.data.status)).toEqual(['paid', 'paid', 'paid', 'paid']);
    await until(async () => {
      await app.runJobs();
      return (
        (
          await app.ctx.pool.query(
            "SELECT FROM inbound_events WHERE provider = 'paypal' AND processed_at IS NULL",
          )
        ).rowCount === 0
      );
    });
    expect([await balance(), await credits()]).toEqual([5_000, 1]);
  });

  it('finishing a PayPal order captures once when the answer of the capture is lost', async () => {
    const { id, chargeId } = await openOrder();
    await app.bank.armWebhook('lose');
    await paypal.pay(chargeId);
    await paypal.arm('capture', { action: 'drop', when: 'after' });
    await finish(id);
    expect((await finish(id)).reply.data.status).toBe('paid');
    expect([await balance(), await credits()]).toEqual([5_000, 1]);
  });

  it('finishing a PayPal order after a declined instrument captures it with what the payer chose next', async () => {
    const { id, chargeId } = await openOrder();
    await app.bank.armWebhook('lose');
    await paypal.pay(chargeId);
    await app.bank.armFault({ on: 'instrument', action: 'decline' });
    await finish(id);
    expect((await finish(id)).reply.data).toMatchObject({ status: 'pending' });
    await app.bank.armWebhook('lose');
    await paypal.pay(chargeId);
    expect((await finish(id)).reply.data).toMatchObject({ status: 'paid' });
    expect([await balance(), await credits()]).toEqual([5_000, 1]);
  });

  it('finishing a PayPal order is refused while PayPal is unavailable, and succeeds at the next call', async () => {
    const { id, chargeId } = await openOrder();
    await app.bank.armWebhook('lose');
    await paypal.pay(chargeId);
    await paypal.arm('status', { action: 'status', status: 503, times: 20 });
    expect(await finish(id)).toMatchObject({ status: 503, reply: { code: 'gateway.unavailable' } });
    await app.bank.disarm();
    expect((await finish(id)).reply.data.status).toBe('paid');
    expect(await credits()).toBe(1);
  });

  it('finishing a PayPal order is available to the order’s owner only', async () => {
    const { id, chargeId } = await openOrder();
    await app.bank.armWebhook('lose');
    await paypal.pay(chargeId);
    const thief = await app.join(`ladra${(people += 1)}`);
    expect(await finish(id, thief)).toMatchObject({
      status: 404,
      reply: { code: 'charge.notFound' },
    });
    expect((await thief.call('GET /funds'))[0]?.balance).toBe(0);
    expect(await finish('5O190127TN364715T')).toMatchObject({
      status: 404,
      reply: { code: 'charge.notFound' },
    });
    expect((await finish(id)).reply.data.status).toBe('paid');
  });

  it('finishing a PayPal order credits the order’s amount, whatever amount the call names', async () => {
    const { id, chargeId } = await openOrder();
    await app.bank.armWebhook('lose');
    await paypal.pay(chargeId);
    const { reply } = await person.ask('POST /funds', {
      body: { paymentMethodKey: 'paypal', value: 10_000, paypalPaymentData: { orderID: id } },
      idempotencyKey: randomUUID(),
    });
    expect(reply.data).toMatchObject({ value: 5_000, status: 'paid' });
    expect(await balance()).toBe(5_000);
  });
});

it('the ledger is consistent after all PayPal orders', async () =>
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]));
