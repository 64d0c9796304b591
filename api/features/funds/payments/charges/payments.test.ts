// Payments whose notifications are repeated, late, reordered or lost are credited exactly once.
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestAppWithBank, appWithBank } from '../../../../testing/bank.ts';
import { until } from '../../../../testing/until.ts';
import { CREDITED, notificationOf, payersOf } from '../../../../testing/payers.ts';
import { syncCharge } from './sync-charge.ts';

let app: TestAppWithBank;
let payers: ReturnType<typeof payersOf>;
beforeAll(async () => {
  app = await appWithBank();
  payers = payersOf(app);
});
afterEach(() => app.bank.disarm());

const notification = (id: ChargeId) => notificationOf(id, app.clock.now());
const receiptOf = async (id: ChargeId): Promise<string> =>
  (
    await app.ctx.payments.pix?.status({
      chargeId: id,
      providerRef: null,
      amountCentavos: centavos(5_000),
    })
  )?.receipts[0]?.ref ?? '';

describe('a payment notification', () => {
  it('a notified payment is credited, published to the charge and the wallet, and its payer is notified', async () => {
    const payer = await payers.someone('feliz');
    await payers.notified(() => app.bank.pay(payer.id));
    expect(await payers.outcomeOf(payer)).toEqual(CREDITED);
    expect(await payers.stepsOf(payer.id)).toEqual(['created', 'pending', 'paid']);
    expect(
      await payer.person.call('GET /funds/charges/{id}', { params: { id: payer.id } }),
    ).toMatchObject({ value: 5_000, pixPayment: null, paidAt: expect.any(String) });
    const { rows: events } = await app.ctx.pool.query(
      'SELECT event, payload FROM outbox WHERE audience = ARRAY[$1::uuid] ORDER BY id',
      [payer.person.profileId],
    );
    expect(events).toEqual([
      { event: 'transactions', payload: { payload: { id: payer.id, status: 'pending' } } },
      {
        event: 'wallets',
        payload: { payload: { walletType: 'wallet', balance: 5_000, lockedBalance: 0 } },
      },
      { event: 'transactions', payload: { payload: { id: payer.id, status: 'paid' } } },
      {
        event: 'notifications',
        payload: { payload: { field: 'notifications', id: expect.any(String) } },
      },
    ]);
  });

  it('a payment whose notification is repeated is credited once', async () => {
    const payer = await payers.someone('repetida');
    await app.bank.armWebhook('duplicate');
    await payers.notified(() => app.bank.pay(payer.id));
    expect(await payers.outcomeOf(payer)).toEqual(CREDITED);
  });

  it('a payment whose notification arrives ten times while polls run is credited once', async () => {
    const payer = await payers.someone('multidao');
    await app.bank.armWebhook('lose');
    await app.bank.pay(payer.id);
    const bodies = Array.from({ length: 10 }, () => notification(payer.id));
    const replies = await Promise.all(bodies.map((body) => payers.post(body)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(bodies.map(() => 200));
    await Promise.all([
      ...bodies.map(() => syncCharge(app.ctx, app.services.payments, payer.id, 'webhook')),
      app.runJobs(),
    ]);
    expect(await payers.outcomeOf(payer)).toEqual(CREDITED);
    expect(await payers.stepsOf(payer.id)).toEqual(['created', 'pending', 'paid']);
  });

  it('a payment notification that is lost is replaced by polling', async () => {
    const payer = await payers.someone('calada');
    await app.bank.armWebhook('lose');
    await app.bank.pay(payer.id);
    await payers.look();
    expect(await payers.outcomeOf(payer)).toMatchObject({ status: 'pending', balance: 0 });
    await app.pass(60);
    await payers.look();
    expect(await payers.outcomeOf(payer)).toEqual(CREDITED);
  });

  it('a notification after polling does not credit the payment again', async () => {
    const payer = await payers.someone('demorada');
    await app.bank.delayWebhook(120_000);
    await app.bank.pay(payer.id);
    await app.pass(60);
    await payers.look();
    expect(await payers.outcomeOf(payer)).toEqual(CREDITED);
    await payers.notified(() => app.pass(120));
    expect(await payers.outcomeOf(payer)).toEqual(CREDITED);
  });

  it('a payment notified after the expiry of the code is still credited', async () => {
    const payer = await payers.someone('atrasada');
    await app.pass(1_000);
    await payers.look();
    expect((await payers.chargeOf(payer.id)).status).toBe('expired');
    await payers.notified(() => app.bank.pay(payer.id, { force: true }));
    expect(await payers.outcomeOf(payer)).toEqual(CREDITED);
    expect(await payers.stepsOf(payer.id)).toEqual(['created', 'pending', 'expired', 'paid']);
  });

  it('a payment whose notification is lost after the expiry is found by polling within a day', async () => {
    const payer = await payers.someone('tardia');
    const { id: unpaid } = await payers.someone('nunca');
    await app.pass(20 * 3_600);
    await payers.look();
    await app.bank.armWebhook('lose');
    await app.bank.pay(payer.id, { force: true });
    await app.pass(1_900);
    await payers.look();
    expect(await payers.outcomeOf(payer)).toEqual(CREDITED);
    await app.pass(5 * 3_600);
    await payers.look();
    expect(await payers.chargeOf(unpaid)).toMatchObject({ status: 'expired', next_check_at: null });
  });

  it('a payment whose notifications arrive in the wrong order is credited', async () => {
    const [first, second] = [await payers.someone('primeira'), await payers.someone('segunda')];
    await app.bank.armWebhook('reorder');
    await payers.notified(async () => {
      await app.bank.pay(first.id);
      await app.bank.pay(second.id);
    }, 2);
    expect([await payers.outcomeOf(first), await payers.outcomeOf(second)]).toEqual([
      CREDITED,
      CREDITED,
    ]);
  });

  it('a payment notified in a batch with unknown payments is credited', async () => {
    const [first, second] = [await payers.someone('lote-um'), await payers.someone('lote-dois')];
    for (const { id } of [first, second]) {
      await app.bank.armWebhook('lose');
      await app.bank.pay(id);
    }
    const pix = [first.id, second.id, randomUUID() as ChargeId].flatMap(
      (id) => notification(id).pix,
    );
    expect(
      (await payers.post({ pix: [...pix, { ...pix[0], txid: 'someoneelses00000000000000000' }] }))
        .statusCode,
    ).toBe(200);
    await app.runJobs();
    expect([await payers.outcomeOf(first), await payers.outcomeOf(second)]).toEqual([
      CREDITED,
      CREDITED,
    ]);
  });

  it('a payment is credited although the bank was unavailable when its notification came', async () => {
    const payer = await payers.someone('apagao');
    const unfollowed = () =>
      app.ctx.db
        .selectFrom('inbound_events')
        .select(['attempts', 'error'])
        .where('processed_at', 'is', null)
        .execute();
    await app.bank.arm('status', { action: 'status', status: 503, times: 1 });
    const before = await payers.heard();
    await app.bank.pay(payer.id);
    await until(async () => (await payers.heard()) > before);
    await expect(app.runJobs()).rejects.toThrow('funds.settle failed');
    expect(await unfollowed()).toEqual([{ attempts: 1, error: expect.stringContaining('503') }]);
    await app.runJobs();
    expect(await payers.outcomeOf(payer)).toEqual(CREDITED);
    expect(await unfollowed()).toEqual([]);
  });

  it('a payment is credited although the bank is away for hours and the code expires', async () => {
    const payer = await payers.someone('longe');
    await app.bank.armWebhook('lose');
    await app.bank.pay(payer.id);
    await app.bank.arm('status', { action: 'status', status: 503, times: 10_000 });
    for (const seconds of [60, 1_000, 26 * 3_600]) {
      await app.pass(seconds);
      await payers.look();
    }
    expect(await payers.outcomeOf(payer)).toMatchObject({ status: 'expired', balance: 0 });
    await app.bank.disarm();
    await app.pass(1_800);
    await payers.look();
    expect(await payers.outcomeOf(payer)).toEqual(CREDITED);
  });
});

describe('a payment that differs from its charge', () => {
  it.each([
    ['menos', 3_000, 'R$ 30,00'],
    ['mais', 7_000, 'R$ 70,00'],
  ])(
    'a payment that differs from its charge (%s) goes to review, and the payer is notified',
    async (name, amount, words) => {
      const payer = await payers.someone(`valor-${name}`);
      await payers.notified(() => app.bank.pay(payer.id, { amountCentavos: centavos(amount) }));
      expect(await payers.outcomeOf(payer)).toEqual({
        status: 'review',
        credits: 0,
        balance: 0,
        notified: ['topUpReview'],
      });
      expect(await payers.chargeOf(payer.id)).toMatchObject({
        paid_centavos: amount,
        failure_code: 'charge.otherAmount',
        paid_at: null,
      });
      const { reply } = await payer.person.ask('GET /funds/charges/{id}', {
        params: { id: payer.id },
      });
      const [notice] = await payer.person.call('GET /profiles/notifications');
      for (const said of [reply.message, notice?.message])
        expect(said?.replace(/\s/g, ' ')).toContain(words);
    },
  );

  it('a charge that is paid twice is credited once and goes to review', async () => {
    const payer = await payers.someone('dobrada');
    await payers.notified(() => app.bank.pay(payer.id));
    await payers.notified(() => app.bank.pay(payer.id, { force: true }));
    expect(await payers.outcomeOf(payer)).toEqual({
      ...CREDITED,
      status: 'review',
      notified: ['topUp', 'topUpReview'],
    });
    expect(await payers.chargeOf(payer.id)).toMatchObject({ paid_centavos: 10_000 });
  });

  it('a disputed payment leaves the wallet, and its payer is notified', async () => {
    const payer = await payers.someone('contestada');
    await payers.notified(() => app.bank.pay(payer.id));
    await payers.notified(async () => {
      await app.bank.dispute(await receiptOf(payer.id));
      await app.pass(3);
    });
    expect(await payers.outcomeOf(payer)).toEqual({
      status: 'charged_back',
      credits: 1,
      balance: 0,
      notified: ['topUp', 'topUpContested'],
    });
  });

  it('a payment that was returned before its notification is never credited', async () => {
    const payer = await payers.someone('estornada');
    await app.bank.armWebhook('reorder');
    await app.bank.pay(payer.id);
    await payers.notified(async () => {
      await app.bank.dispute(await receiptOf(payer.id));
      await app.pass(3);
    }, 2);
    expect(await payers.outcomeOf(payer)).toEqual({
      status: 'charged_back',
      credits: 0,
      balance: 0,
      notified: [],
    });
  });
});

it('payments leave the ledger consistent', async () =>
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]));

it('what happened to a charge can’t be rewritten', async () => {
  await expect(app.ctx.pool.query("UPDATE charge_events SET to_status = 'paid'")).rejects.toThrow(
    'charge_events',
  );
  await expect(app.ctx.pool.query('DELETE FROM charge_events')).rejects.toThrow('charge_events');
});
