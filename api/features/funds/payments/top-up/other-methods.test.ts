// Top-ups by boleto, PicPay and PayPal through the whole application: asked for, paid at the
// sandbox, notified, credited once.
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { controlSandbox } from '../../../../platform/payments/sandbox-control.ts';
import { type TestAppWithBank, appWithBank } from '../../../../testing/bank.ts';
import { until } from '../../../../testing/until.ts';
import { BILL_ADDRESS } from '../../../../testing/payers.ts';

let app: TestAppWithBank;
beforeAll(async () => {
  app = await appWithBank();
});
afterEach(() => app.bank.disarm());

const METHODS = [
  { method: 'boleto', gateway: 'cielo', shown: 'billPayment' },
  { method: 'picpay', gateway: 'picpay', shown: 'picpayPayment' },
  { method: 'paypal', gateway: 'paypal', shown: 'paypalPayment' },
] as const;
type MethodCase = (typeof METHODS)[number];

const PAYER = {
  name: 'Davi de Teste',
  document: '529.982.247-25',
  email: 'davi@example.com',
  address: BILL_ADDRESS,
};
const ask = (person: ApiClient, { method }: MethodCase, idempotencyKey: string = randomUUID()) =>
  person.ask('POST /funds', {
    body: { paymentMethodKey: method, value: 5_000, ...(method !== 'paypal' && { payer: PAYER }) },
    idempotencyKey,
  });
const startPayment = async (
  name: string,
  way: MethodCase,
): Promise<{ person: ApiClient; id: ChargeId }> => {
  const person = await app.join(name);
  const { status, reply } = await ask(person, way);
  if (status !== 200) throw new Error(`no charge: ${JSON.stringify(reply)}`);
  return { person, id: reply.data.id };
};
const sandboxOf = ({ gateway }: MethodCase) => controlSandbox(app.bank.url, gateway);
const balance = async (person: ApiClient) => (await person.call('GET /funds'))[0]?.balance;
const countNotifications = async (gateway: string) =>
  (
    await app.ctx.db
      .selectFrom('inbound_events')
      .select('event_key')
      .where('provider', '=', gateway)
      .execute()
  ).length;
const awaitNotifications = async (
  person: ApiClient,
  way: MethodCase,
  count: number,
): Promise<void> => {
  await until(async () => (await countNotifications(way.gateway)) >= count);
  await app.runJobs();
};
const pollCharges = async (): Promise<void> => {
  await app.ctx.jobs.enqueue(app.ctx.db, 'funds.reconcile', {});
  await app.runJobs();
};

describe.each(METHODS)('$method', (way) => {
  it('a top-up shows what to pay, is credited once when it is paid, and then shows nothing', async () => {
    const { person, id } = await startPayment(`${way.method}-feliz`, way);
    const charge = await person.call('GET /funds/charges/{id}', { params: { id } });
    expect(charge).toMatchObject({
      status: 'pending',
      method: way.method,
      value: 5_000,
      pixPayment: null,
      [way.shown]: { expiresWhen: expect.any(String) },
    });
    const before = await countNotifications(way.gateway);
    await sandboxOf(way).armWebhook('duplicate');
    await sandboxOf(way).pay(id);
    await awaitNotifications(person, way, before + 1);
    await pollCharges();
    expect(await balance(person)).toBe(5_000);
    expect(await person.call('GET /funds/charges/{id}', { params: { id } })).toMatchObject({
      status: 'paid',
      [way.shown]: null,
      paidAt: expect.any(String),
    });
  });

  it('a top-up is found by polling when its notification is lost', async () => {
    const { person, id } = await startPayment(`${way.method}-calado`, way);
    await sandboxOf(way).armWebhook('lose');
    await sandboxOf(way).pay(id);
    await app.pass(120);
    await pollCharges();
    expect(await balance(person)).toBe(5_000);
  });

  it('a top-up is one charge per key, also when the first answer is lost', async () => {
    const person = await app.join(`${way.method}-perdido`);
    const key = randomUUID();
    await sandboxOf(way).arm('create', { action: 'drop', when: 'after' });
    const first = await ask(person, way, key);
    const again = await ask(person, way, key);
    expect([first.status, again.reply.data]).toEqual([200, first.reply.data]);
    expect(await sandboxOf(way).countOf(first.reply.data.id)).toBe(1);
  });

  it('a notification with invalid authentication is refused', async () => {
    const { statusCode } = await app.server.inject({
      method: 'POST',
      url: `/api/funds/webhooks/${way.gateway}`,
      payload: { PaymentId: 'x', ChangeType: 1, referenceId: randomUUID() },
    });
    expect(statusCode).toBe(403);
  });
});

it.each(['boleto', 'picpay'] as const)(
  '%s asks who pays, and keeps it sealed until the gateway knows',
  async (method) => {
    const { status, reply } = await app.fan.ask('POST /funds', {
      body: { paymentMethodKey: method, value: 5_000 },
      idempotencyKey: randomUUID(),
    });
    expect([status, reply]).toMatchObject([
      400,
      { fields: { payer: { code: 'validate.required' } } },
    ]);
    const way = METHODS.find((candidate) => candidate.method === method);
    if (!way) throw new Error('no such way');
    await sandboxOf(way).arm('create', { action: 'status', status: 503, times: 100 });
    const person = await app.join(`${method}-selado`);
    expect((await ask(person, way)).status).toBe(503);
    const row = () =>
      app.ctx.db
        .selectFrom('charges')
        .select(['payer_sealed', 'status'])
        .where('profile_id', '=', person.profileId)
        .executeTakeFirstOrThrow();
    const { payer_sealed: sealed } = await row();
    const isSealed = (found: { payer_sealed: Buffer | null; status: string }) => ({
      status: found.status,
      sealed: found.payer_sealed !== null,
    });
    expect(sealed?.includes('Davi')).toBe(false);
    await app.bank.disarm();
    await app.pass(120);
    await pollCharges();
    // The slip of a boleto names its payer for as long as it can be paid.
    expect(isSealed(await row())).toEqual({ status: 'pending', sealed: method === 'boleto' });
  },
);

it('invalid documents are refused by their field', async () => {
  const body = {
    paymentMethodKey: 'boleto',
    value: 5_000,
    payer: { ...PAYER, document: '529.982.247-24' },
  } as const;
  expect(await app.fan.ask('POST /funds', { body, idempotencyKey: randomUUID() })).toMatchObject({
    status: 400,
    reply: { fields: { 'payer.document': { code: 'validate.invalid' } } },
  });
});

it('a boleto that is paid after its day is credited, and every cent adds up', async () => {
  const { person, id } = await startPayment('boleto-tarde', METHODS[0]);
  // Longer than their session lives: the ledger is read directly.
  const status = async () =>
    (
      await app.ctx.db
        .selectFrom('charges')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).status;
  await app.pass(9 * 86_400);
  await pollCharges();
  expect(await status()).toBe('expired');
  await sandboxOf(METHODS[0]).pay(id, { force: true });
  await app.pass(3_600);
  await pollCharges();
  expect(await status()).toBe('paid');
  expect(await app.ctx.ledger.balanceOf(person.profileId)).toMatchObject({
    balance: 5_000,
  });
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
});
