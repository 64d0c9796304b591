// A boleto that carries a Pix code: paid either way, credited once, and a second payment is
// returned.
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { toOrderId } from '../../../../platform/payments/cielo/cielo-wire.ts';
import { toPixId } from '../../../../platform/payments/pix/pix-wire.ts';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import { until } from '../../../../testing/until.ts';
import { BILL_ADDRESS } from '../../../../testing/payers.ts';

const VALUE = 5_000;
let app: TestAppWithBank;
let fan: ApiClient;
let people = 0;

beforeAll(async () => {
  app = await appWithBank();
});
beforeEach(async () => {
  people += 1;
  fan = await app.join(`devedor${people}`);
  await fan.call('POST /funds/accept-bills', {
    body: { cpfcnpj: '52998224725', name: 'Pessoa Devedora', address: BILL_ADDRESS },
  });
});

const post = async (path: string, body: object = {}): Promise<void> => {
  const response = await fetch(`${app.bank.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
};
const open = async (): Promise<ChargeId> =>
  (
    await fan.call('POST /funds', {
      body: { paymentMethodKey: 'boleto', value: VALUE },
      idempotencyKey: randomUUID(),
    })
  ).id;
const payCode = (id: ChargeId, force = false) => post(`/__pix/cob/${toPixId(id)}/pay`, { force });
const paySlip = (id: ChargeId) => post(`/__orders/cielo/${toOrderId(id)}/pay`);
const balance = async () => (await fan.call('GET /funds', { query: {} }))[0]?.balance;
const statusOf = async (id: ChargeId) =>
  (await fan.call('GET /funds/charges/{id}', { params: { id } })).status;
/** What the bank has of the code: whether it can be paid, and what of it went back. */
const codeAtBank = async (id: ChargeId) => {
  const pix = app.ctx.payments.pix?.dueCharges;
  const code = await pix?.status(id);
  return {
    state: code?.state,
    returned:
      code?.receipts.flatMap(({ refunds }) =>
        refunds.map(({ amountCentavos }) => amountCentavos),
      ) ?? [],
  };
};
const paid = (id: ChargeId) =>
  until(async () => {
    await app.runJobs();
    return (await statusOf(id)) === 'paid';
  });
const clearing = async (): Promise<Record<string, number>> => {
  const { rows } = await app.ctx.pool.query(
    `SELECT a.label, sum(e.amount)::int AS sum FROM ledger_entries e
      JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'clearing'
     JOIN ledger_transfers t ON t.id = e.transfer_id JOIN charges c ON c.id::text = t.reference_id
       WHERE c.profile_id = $1 GROUP BY a.label`,
    [fan.profileId],
  );
  return Object.fromEntries(rows.map(({ label, sum }) => [label, sum]));
};

test('a hybrid boleto paid by its Pix code is credited at once from the Pix gateway', async () => {
  const id = await open();
  await payCode(id);
  await paid(id);
  expect([await balance(), await clearing()]).toEqual([VALUE, { pix: -VALUE }]);
});

test('a hybrid boleto paid by its barcode is credited, and its Pix code can no longer be paid', async () => {
  const id = await open();
  await paySlip(id);
  await paid(id);
  expect([await balance(), await clearing(), await codeAtBank(id)]).toEqual([
    VALUE,
    { cielo: -VALUE },
    { state: 'canceled', returned: [] },
  ]);
  await expect(payCode(id)).rejects.toThrow('removida');
});

test('a hybrid boleto paid twice is credited once, and the Pix payment is refunded', async () => {
  const id = await open();
  await payCode(id, true);
  await paySlip(id);
  await paid(id);
  await until(async () => (await codeAtBank(id)).returned.length === 1);
  await app.pass(5);
  await app.runJobs();
  expect([await balance(), await statusOf(id), (await codeAtBank(id)).returned]).toEqual([
    VALUE,
    'paid',
    [VALUE],
  ]);
});

test('a second payment by barcode is found by polling, and the Pix payment is refunded once', async () => {
  const id = await open();
  await payCode(id);
  await paid(id);
  await post('/__faults', { on: 'webhook', action: 'lose', times: 5 });
  await paySlip(id);
  await post('/__faults', { on: 'PUT /pix', action: 'drop', when: 'after' });
  for (let hours = 0; hours < 4; hours += 1) {
    await app.pass(7 * 3_600);
    await app.ctx.jobs.enqueue(app.ctx.db, 'funds.reconcile', {});
    await app.runJobs();
  }
  const back = await fetch(`${app.bank.url}/__faults`, { method: 'DELETE' });
  expect([back.ok, (await codeAtBank(id)).returned]).toEqual([true, [VALUE]]);
});

test.each([
  { title: 'does not answer', on: ['GET /cobv', 'PATCH /cobv'], status: 503 },
  { title: 'refuses to cancel its code', on: ['PATCH /cobv'], status: 422 },
])(
  'a hybrid boleto paid by its barcode is credited while the Pix gateway $title',
  async ({ on, status }) => {
    const id = await open();
    for (const one of on) await post('/__faults', { on: one, action: 'status', status, times: 50 });
    await paySlip(id);
    await paid(id);
    expect(await balance()).toBe(VALUE);
    await fetch(`${app.bank.url}/__faults`, { method: 'DELETE' });
    for (let hours = 0; hours < 4; hours += 1) {
      await app.pass(7 * 3_600);
      await app.ctx.jobs.enqueue(app.ctx.db, 'funds.reconcile', {});
      await app.runJobs();
    }
    expect(await codeAtBank(id)).toEqual({ state: 'canceled', returned: [] });
  },
);

test('a boleto has no Pix code when the Pix gateway does not answer', async () => {
  await post('/__faults', { on: 'PUT /cobv', action: 'status', status: 503, times: 5 });
  const { billPayment, status } = await fan.call('POST /funds', {
    body: { paymentMethodKey: 'boleto', value: VALUE },
    idempotencyKey: randomUUID(),
  });
  await fetch(`${app.bank.url}/__faults`, { method: 'DELETE' });
  expect([status, billPayment?.qrCode, billPayment?.line.length]).toEqual(['pending', null, 47]);
});

test('the ledger is consistent after all hybrid boletos', async () => {
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
});
