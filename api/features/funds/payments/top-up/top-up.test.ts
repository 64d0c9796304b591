// Asking for a payment, on the real application and a bank in a process of its own: one charge for
// one wish, on good and bad days.
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { type TestAppWithBank, appWithBank } from '../../../../testing/bank.ts';

/** How long a bank that never answers is waited for, where one does not. */
const SILENCE_MS = 4_000;

let app: TestAppWithBank;
beforeAll(async () => {
  app = await appWithBank();
});
afterEach(() => app.bank.disarm());

const ask = (person: ApiClient, idempotencyKey: string, value = 5_000) =>
  person.ask('POST /funds', { body: { paymentMethodKey: 'pix', value }, idempotencyKey });
const charges = async (person: ApiClient, { ctx } = app) =>
  ctx.db
    .selectFrom('charges')
    .selectAll()
    .where('profile_id', '=', person.profileId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
const newest = async (person: ApiClient) => {
  const row = (await charges(person)).at(-1);
  if (!row) throw new Error('there is no charge');
  return row;
};
const look = async (): Promise<void> => {
  await app.ctx.jobs.enqueue(app.ctx.db, 'funds.reconcile', {});
  await app.runJobs();
};
/** The bank neither takes a charge nor says whether it has one. */
const bankIsAway = async (): Promise<void> => {
  await app.bank.arm('create', { action: 'status', status: 503, times: 100 });
  await app.bank.arm('status', { action: 'status', status: 503, times: 100 });
};

describe('a top-up', () => {
  it('a top-up is a Pix of the amount, with a code that lives fifteen minutes', async () => {
    const { status, reply } = await ask(app.fan, randomUUID());
    expect(status).toBe(200);
    expect(reply.data).toMatchObject({
      status: 'pending',
      method: 'pix',
      value: 5_000,
      paidAt: null,
      intent: null,
    });
    expect(reply.data.pixPayment?.qrCode).toMatch(/^000201010212/);
    const lifeMs = Date.parse(reply.data.pixPayment?.expiresWhen ?? '') - app.clock.now().getTime();
    expect(lifeMs).toBeGreaterThan(890_000);
    expect(lifeMs).toBeLessThan(960_000);
  });

  it('a top-up stores its purchase intent', async () => {
    const intent = {
      kind: 'tip',
      toProfileId: app.producer.profileId,
      value: 2_000,
      label: 'Nome iris',
    } as const;
    const { id } = await app.fan.call('POST /funds', {
      body: { paymentMethodKey: 'pix', value: 2_500, intent },
      idempotencyKey: randomUUID(),
    });
    expect(await app.fan.call('GET /funds/charges/{id}', { params: { id } })).toMatchObject({
      intent,
    });
  });

  it('a top-up takes any whole number of centavos from R$ 5 to R$ 2.000, by a supported method', async () => {
    const { methods, amounts, defaultAmount, maxAmount } = await app.fan.call('GET /funds/methods');
    expect({ methods, amounts, defaultAmount, maxAmount }).toEqual({
      methods: [
        { key: 'pix', name: 'Pix' },
        { key: 'boleto', name: 'Boleto' },
        { key: 'picpay', name: 'PicPay' },
        { key: 'paypal', name: 'PayPal' },
        { key: 'card', name: 'Cartão' },
      ],
      amounts: [2_500, 5_000, 10_000, 25_000, 50_000],
      defaultAmount: 5_000,
      maxAmount: 200_000,
    });
    const before = await charges(app.fan);
    for (const wrong of [
      { paymentMethodKey: 'pix', value: 499 },
      { paymentMethodKey: 'pix', value: 1_000_001 },
      { paymentMethodKey: 'pix', value: -5_000 },
      { paymentMethodKey: 'pix', value: 5_000.5 },
      { paymentMethodKey: 'cash', value: 5_000 },
    ]) {
      const { status, reply } = await app.fan.ask('POST /funds', {
        body: wrong as never,
        idempotencyKey: randomUUID(),
      });
      expect([status, reply.code]).toEqual([400, 'validate.invalidRequest']);
    }
    expect(await charges(app.fan)).toHaveLength(before.length);
    const above = await app.fan.ask('POST /funds', {
      body: { paymentMethodKey: 'pix', value: 200_001 },
      idempotencyKey: randomUUID(),
    });
    expect([above.status, above.reply.fields]).toEqual([
      400,
      { value: { code: 'validate.maxValue', message: 'O máximo é 2.000.' } },
    ]);
    expect(await charges(app.fan)).toHaveLength(before.length);
    for (const value of [500, 1_794, 50_000, 87_350, 200_000]) {
      const { status, reply } = await ask(app.fan, randomUUID(), value);
      expect([status, reply.data.value]).toEqual([200, value]);
    }
    expect(await charges(app.fan)).toHaveLength(before.length + 5);
  });

  it('a top-up needs a key', async () => {
    const { status, reply } = await app.fan.ask('POST /funds', {
      body: { paymentMethodKey: 'pix', value: 5_000 },
    });
    expect([status, reply.code]).toEqual([400, 'request.idempotencyKeyMissing']);
  });

  it('a top-up is not visible to another account', async () => {
    const { id } = await app.fan.call('POST /funds', {
      body: { paymentMethodKey: 'pix', value: 2_500 },
      idempotencyKey: randomUUID(),
    });
    const { status, reply } = await app.stranger.ask('GET /funds/charges/{id}', { params: { id } });
    expect([status, reply.code]).toEqual([404, 'charge.notFound']);
    expect(
      (await app.fan.ask('GET /funds/charges/{id}', { params: { id: randomUUID() } })).reply.code,
    ).toBe('charge.notFound');
  });
});

describe('an idempotency key of a top-up', () => {
  it('an idempotency key returns the same charge to concurrent and later calls', async () => {
    const person = await app.join('duas-abas');
    const key = randomUUID();
    const tabs = await Promise.all([ask(person, key), ask(person, key), ask(person, key)]);
    const later = await ask(person, key);
    expect(
      new Set([...tabs, later].map(({ status, reply }) => JSON.stringify([status, reply.data]))),
    ).toHaveLength(1);
    expect(await charges(person)).toHaveLength(1);
  });

  it('one idempotency key of two accounts makes two charges', async () => {
    const key = randomUUID();
    const [mine, yours] = [await ask(app.fan, key), await ask(app.stranger, key)];
    expect(mine.reply.data.id).not.toBe(yours.reply.data.id);
  });

  it('an idempotency key is refused for another amount', async () => {
    const key = randomUUID();
    await ask(app.fan, key, 2_500);
    const { status, reply } = await ask(app.fan, key, 10_000);
    expect([status, reply.code]).toEqual([409, 'request.idempotencyMismatch']);
  });
});

describe('a bank that gives no answer', () => {
  it('a bank that gives no answer is reported as unavailable, and the same key continues the charge', async () => {
    const person = await app.join('paciente');
    const key = randomUUID();
    await bankIsAway();
    const away = await ask(person, key);
    expect([away.status, away.reply.code, away.headers['retry-after']]).toEqual([
      503,
      'gateway.unavailable',
      '5',
    ]);
    const [begun] = await charges(person);
    expect(begun).toMatchObject({ status: 'created', presentment: null });
    await app.bank.disarm();
    const back = await ask(person, key);
    expect([back.status, back.reply.data.id, back.reply.data.status]).toEqual([
      200,
      begun?.id,
      'pending',
    ]);
    expect(await charges(person)).toHaveLength(1);
  });

  it.each(['drop', 'hang'] as const)(
    'a bank whose reply is lost (%s) after it made the charge made it once',
    async (action) => {
      const world = action === 'hang' ? await appWithBank({}, SILENCE_MS) : app;
      const person = await world.join(`sem-${action}`);
      await world.bank.arm('create', { action, when: 'after', times: 1 });
      expect((await ask(person, randomUUID())).reply.data).toMatchObject({ status: 'pending' });
      expect(await charges(person, world)).toHaveLength(1);
    },
  );

  it('a bank that gives no answer gets one charge under repeated calls', async () => {
    const person = await app.join('insistente');
    const key = randomUUID();
    await app.bank.arm('create', { action: 'drop', when: 'after', times: 100 });
    await app.bank.arm('status', { action: 'drop', times: 100 });
    for (let time = 0; time < 3; time++) {
      expect((await ask(person, key)).status).toBe(503);
      await app.pass(20);
    }
    await app.bank.disarm();
    const { reply } = await ask(person, key);
    expect(reply.data.status).toBe('pending');
    const [row, ...others] = await charges(person);
    expect(others).toEqual([]);
    expect(await app.bank.revisionOf(row?.id as ChargeId)).toBe(0);
  });

  it('a bank that gives no answer is called again by a job, which finishes the charge', async () => {
    const person = await app.join('ausente');
    const key = randomUUID();
    await bankIsAway();
    await ask(person, key);
    await app.bank.disarm();
    await app.pass(60);
    await look();
    const finished = await newest(person);
    expect(finished).toMatchObject({
      status: 'pending',
      presentment: { brCode: expect.any(String) },
    });
    expect((await ask(person, key)).reply.data).toMatchObject({
      id: finished.id,
      status: 'pending',
    });
  });

  it('a charge fails when its bank gives no answer until the expiry, and the same key reports that', async () => {
    const person = await app.join('desistente');
    const key = randomUUID();
    await bankIsAway();
    await ask(person, key);
    await app.pass(60);
    await look();
    expect(await newest(person)).toMatchObject({ status: 'created' });
    await app.bank.disarm();
    await app.pass(900);
    await look();
    expect(await newest(person)).toMatchObject({
      status: 'failed',
      failure_code: 'gateway.unavailable',
      next_check_at: null,
    });
    // The session ran out while time passed.
    const later = await app.join('desistente');
    expect((await ask(later, key)).reply.data).toMatchObject({
      status: 'failed',
      pixPayment: null,
    });
  });
});

it('a refusal of the bank fails the charge, and the same key is refused again', async () => {
  const person = await app.join('recusada');
  const key = randomUUID();
  await app.bank.arm('create', { action: 'status', status: 400 });
  for (let time = 0; time < 2; time++) {
    const { status, reply } = await ask(person, key);
    expect([status, reply.code]).toEqual([400, 'gateway.refused']);
  }
  expect(await charges(person)).toMatchObject([
    { status: 'failed', failure_code: 'gateway.refused', next_check_at: null },
  ]);
});

it('a bank whose answer can’t be right puts the charge to review and credits nothing', async () => {
  const person = await app.join('confusa');
  const key = randomUUID();
  await bankIsAway();
  await ask(person, key);
  await app.bank.disarm();
  const begun = await newest(person);
  // Our own id is taken at the bank, by a charge of another amount that was even paid.
  await app.bank.takeId(begun.id as ChargeId, 6_000);
  await app.bank.pay(begun.id as ChargeId);
  const { reply } = await ask(person, key);
  expect(reply.data).toMatchObject({ id: begun.id, status: 'review', pixPayment: null });
  expect(reply.message).toBe(
    'Não conseguimos confirmar este pagamento com o banco. Nossa equipe vai conferir e avisar você.',
  );
  expect(await newest(person)).toMatchObject({ failure_code: 'gateway.invalid', paid_at: null });
  expect((await person.call('GET /funds'))[0]).toMatchObject({ balance: 0 });
});
