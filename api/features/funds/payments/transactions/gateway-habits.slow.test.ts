// Money is neither made nor lost by what gateways do on bad days: slow refunds, lost answers,
// lagging look-ups, returns in their panels.
import { randomUUID } from 'node:crypto';
import type { ChargeId, TransferId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import { chargeCard, saveCard, walletOf } from '../../../../testing/cards/paying.ts';
import { signInWithProof } from '../../../../testing/paying-out.ts';
import { joinAdmin } from '../../../../testing/producing.ts';
import { toReference } from '../../../../platform/payments/rede/rede-wire.ts';
import { syncCharge } from '../charges/sync-charge.ts';
import { pollRefunds } from './refund.ts';
import { BILL_ADDRESS } from '../../../../testing/payers.ts';

let app: TestAppWithBank;
let admin: ApiClient;
let names = 0;
beforeAll(async () => {
  app = await appWithBank({ CARD_ACQUIRER: 'rede', CARD_REVIEW_FROM_CENTAVOS: '25000' });
  await joinAdmin(app, 'chefia');
});
beforeEach(async () => {
  await app.bank.disarm();
  // Tries to log in are counted by the hour.
  app.clock.advance(HOUR_MS);
  admin = await signInWithProof(app, 'chefia');
});

type PaidCharge = { person: ApiClient; chargeId: ChargeId; transferId: TransferId };
const control = async (method: string, path: string, body: object = {}): Promise<void> => {
  const response = await fetch(`${app.bank.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
};
const topUpOf = async (chargeId: ChargeId): Promise<TransferId> =>
  (
    await app.ctx.pool.query(
      "SELECT id FROM ledger_transfers WHERE kind = 'topUp' AND reference_id = $1",
      [chargeId],
    )
  ).rows[0]?.id;
const byCard = async (): Promise<PaidCharge> => {
  const person = await app.join(`cartao${(names += 1)}`);
  const { id: cardId } = await saveCard(person);
  const { id: chargeId } = (await chargeCard(person, cardId, 5_000)).reply.data;
  return { person, chargeId, transferId: await topUpOf(chargeId) };
};
const byPix = async (): Promise<PaidCharge> => {
  const person = await app.join(`pix${(names += 1)}`);
  const { id: chargeId } = await person.call('POST /funds', {
    body: { paymentMethodKey: 'pix', value: 5_000 },
    idempotencyKey: randomUUID(),
  });
  await app.bank.armWebhook('lose');
  await app.bank.pay(chargeId);
  await settle({ chargeId });
  return { person, chargeId, transferId: await topUpOf(chargeId) };
};
const settle = ({ chargeId }: Pick<PaidCharge, 'chargeId'>) =>
  syncCharge(app.ctx, app.services.payments, chargeId, 'reconciliation');
const panel = ({ chargeId }: PaidCharge, amountCentavos: number) =>
  control('POST', `/__orders/rede/${toReference(chargeId)}/refund`, { amountCentavos });
const returnAtPanel = ({ transferId }: PaidCharge) =>
  admin.ask('POST /dsb/transactions/{id}/reverse-payment', {
    params: { id: transferId },
    body: { reason: 'pedido da pessoa' },
  });
const balance = async ({ person }: PaidCharge) =>
  (await walletOf(await app.join(person.domainName))).balance;
const debtOf = ({ person }: PaidCharge) => app.ctx.ledger.debtOf(person.profileId as never);
/** Everything that is due now, and once more after the refunds' backoff. */
const work = async (seconds = 0): Promise<void> => {
  if (seconds > 0) await app.pass(seconds);
  await pollRefunds(app.ctx, app.services.payments);
};
const refundOf = async ({ chargeId }: PaidCharge) =>
  (
    await app.ctx.pool.query(
      'SELECT status, attempts, provider_ref, other_refs FROM payment_refunds WHERE charge_id = $1',
      [chargeId],
    )
  ).rows[0];
const itemsOf = async ({ chargeId }: PaidCharge) =>
  (
    await app.ctx.pool.query(
      'SELECT kind FROM statement_differences WHERE charge_id = $1 ORDER BY kind',
      [chargeId],
    )
  ).rows.map(({ kind }) => kind);
const returnedBy = async ({ chargeId }: PaidCharge): Promise<number> => {
  const orders = (await (
    await fetch(`${app.bank.url}/__orders/rede/${toReference(chargeId)}`)
  ).json()) as { payments: { refunds: { amountCentavos: number; fails: boolean }[] }[] }[];
  return orders
    .flatMap(({ payments }) => payments)
    .flatMap(({ refunds }) => refunds)
    .reduce((sum, { amountCentavos, fails }) => (fails ? sum : sum + amountCentavos), 0);
};

describe('a card refund at an acquirer without idempotency keys', () => {
  it('a card refund without idempotency keys is polled while it is pending, and returns the money once', async () => {
    const paid = await byCard();
    await control('POST', '/__faults', { on: 'refund', action: 'process' });
    expect((await returnAtPanel(paid)).status).toBe(200);
    await work();
    for (let times = 0; times < 3; times += 1) await work(3_600);
    expect(await refundOf(paid)).toMatchObject({
      status: 'requested',
      provider_ref: expect.any(String),
      other_refs: [],
    });
    expect([await balance(paid), await returnedBy(paid)]).toEqual([0, 5_000]);
    await control('POST', `/__orders/rede/${toReference(paid.chargeId)}/carry-out`);
    await work(6 * 3_600);
    expect([(await refundOf(paid)).status, await balance(paid), await returnedBy(paid)]).toEqual([
      'done',
      0,
      5_000,
    ]);
  });

  it('a card refund without idempotency keys is not taken for refused when its answer and lookups are lost', async () => {
    const paid = await byCard();
    expect((await returnAtPanel(paid)).status).toBe(200);
    await control('POST', '/__faults', {
      on: 'POST /erede/v2/transactions/*/refunds',
      action: 'drop',
      when: 'after',
    });
    // The lookup before it, and the lookups after it, show nothing.
    await control('POST', '/__faults', {
      on: `GET /erede/v2/transactions/`,
      action: 'status',
      status: 404,
      times: 5,
    });
    await work();
    await work(120);
    expect([(await refundOf(paid)).status, await balance(paid)]).toEqual(['requested', 0]);
    await app.bank.disarm();
    await work(3_600);
    expect([(await refundOf(paid)).status, await balance(paid), await returnedBy(paid)]).toEqual([
      'done',
      0,
      5_000,
    ]);
  });

  it('a card refund without a result is postponed behind others, and opens an item after a day', async () => {
    const [stuck, other] = [await byCard(), await byCard()];
    await control('POST', '/__faults', { on: 'refund', action: 'process' });
    await returnAtPanel(stuck);
    await work();
    await returnAtPanel(other);
    await work();
    expect((await refundOf(other)).status).toBe('done');
    for (let times = 0; times < 6; times += 1) await work(6 * 3_600);
    expect([await itemsOf(stuck), (await refundOf(stuck)).attempts]).toEqual([['undecided'], 7]);
  });
});

describe('money returned in the gateway’s panel', () => {
  it('money returned in the gateway’s panel leaves the wallet once, also in parts', async () => {
    const paid = await byCard();
    await panel(paid, 2_000);
    for (let times = 0; times < 2; times += 1) await settle(paid);
    expect(await balance(paid)).toBe(3_000);
    await panel(paid, 3_000);
    for (let times = 0; times < 2; times += 1) await settle(paid);
    expect([await balance(paid), await debtOf(paid)]).toEqual([0, 0]);
    expect(
      (await admin.call('GET /dsb/transactions', { query: { search: paid.chargeId } }))[0]?.can,
    ).toEqual([]);
  });

  it('money returned in the gateway’s panel leaves the wallet for Pix payments too', async () => {
    const paid = await byPix();
    const [receipt] =
      (
        await app.ctx.payments.pix?.status({
          chargeId: paid.chargeId,
          providerRef: null,
          amountCentavos: centavos(5_000),
        })
      )?.receipts ?? [];
    await control('POST', `/__pix/pix/${receipt?.ref}/refund`);
    await app.pass(5);
    await settle(paid);
    expect(await balance(paid)).toBe(0);
  });

  it('money returned in the gateway’s panel is not taken twice after or during our own refund', async () => {
    const paid = await byCard();
    expect((await returnAtPanel(paid)).status).toBe(200);
    // The panel is faster than our own request.
    await panel(paid, 5_000);
    await settle(paid);
    await work();
    await settle(paid);
    expect([await balance(paid), await debtOf(paid), await returnedBy(paid)]).toEqual([
      0, 0, 5_000,
    ]);
  });

  it('money returned in the gateway’s panel is not taken again after an administrator reversed the top-up', async () => {
    const paid = await byPix();
    await admin.call('POST /dsb/transactions/{id}/reverse', {
      params: { id: paid.transferId },
      body: { reason: 'engano da pessoa' },
    });
    const [receipt] =
      (
        await app.ctx.payments.pix?.status({
          chargeId: paid.chargeId,
          providerRef: null,
          amountCentavos: centavos(5_000),
        })
      )?.receipts ?? [];
    await app.bank.dispute(receipt?.ref ?? '');
    await app.pass(5);
    await settle(paid);
    expect([await balance(paid), await debtOf(paid)]).toEqual([0, 0]);
  });

  it('money returned after the gateway reported the refund as failed is taken back, and opens an item', async () => {
    const paid = await byCard();
    await control('POST', '/__faults', { on: 'refund', action: 'fail' });
    await returnAtPanel(paid);
    await work();
    expect([(await refundOf(paid)).status, await balance(paid)]).toEqual(['failed', 5_000]);
    const { rede } = app.ctx.payments;
    const failed = (await refundOf(paid)).provider_ref as string;
    const lying = {
      ...rede,
      status: async (known: never) => {
        const report = await rede?.status(known);
        return (
          report && {
            ...report,
            state: 'refunded',
            receipts: report.receipts.map((receipt) => ({
              ...receipt,
              refunds: receipt.refunds.map((refund) => ({
                ...refund,
                state: refund.ref === failed ? 'done' : refund.state,
              })),
            })),
          }
        );
      },
    };
    await syncCharge(
      { ...app.ctx, payments: { ...app.ctx.payments, rede: lying as never } },
      app.services.payments,
      paid.chargeId,
      'webhook',
    );
    expect([await balance(paid), await itemsOf(paid)]).toEqual([0, ['contradiction']]);
  });
});

it('suspicious money whose refund fails is locked again, opens an item, and can be released once', async () => {
  const person = await app.join(`suspeita${(names += 1)}`);
  const { id: cardId } = await saveCard(person);
  const { id: chargeId } = (await chargeCard(person, cardId, 25_000)).reply.data;
  const held: PaidCharge = { person, chargeId, transferId: await topUpOf(chargeId) };
  expect(await walletOf(person)).toEqual({ balance: 0, locked: 25_000 });
  await control('POST', '/__faults', { on: 'refund', action: 'fail' });
  expect((await returnAtPanel(held)).status).toBe(200);
  await work();
  expect([await walletOf(await app.join(person.domainName)), await itemsOf(held)]).toEqual([
    { balance: 0, locked: 25_000 },
    ['undecided'],
  ]);
  const [line] = await admin.call('GET /dsb/transactions', {
    query: { search: `@${person.domainName}`, kind: 'refundFailed' },
  });
  expect(line?.can).toEqual(['release']);
  const release = () =>
    admin.ask('POST /dsb/transactions/{id}/release', {
      params: { id: line?.id as TransferId },
      body: { reason: 'conferido por telefone' },
    });
  expect([(await release()).status, (await release()).status]).toEqual([200, 409]);
  expect(await walletOf(await app.join(person.domainName))).toEqual({ balance: 25_000, locked: 0 });
});

it('a charge is created at the acquirer once by concurrent processes', async () => {
  const asked: string[] = [];
  const { rede } = app.ctx.payments;
  const watched = {
    ...rede,
    createCharge: async (request: never) => {
      asked.push((request as { chargeId: string }).chargeId);
      return rede?.createCharge(request);
    },
  };
  const person = await app.join(`dupla${(names += 1)}`);
  const { id: cardId } = await saveCard(person);
  const { id } = (await chargeCard(person, cardId, 5_000)).reply.data;
  await app.ctx.pool.query(
    "UPDATE charges SET status = 'created', paid_at = NULL, paid_centavos = 0 WHERE id = $1",
    [id],
  );
  const { requestCharge: makeCharge } = await import('../charges/sync-charge.ts');
  const { findCharge } = await import('../charges/charge-store.ts');
  const { createAdvisoryLocks: createLocks } =
    await import('../../../../platform/database/advisory-locks.ts');
  const locks = createLocks(app.ctx.pool);
  const charge = await findCharge(app.ctx.db, id);
  if (!charge) throw new Error('no charge');
  const payments = { ...app.ctx.payments, rede: watched as never };
  // Two processes: each with locks on a connection of its own.
  await Promise.all([
    makeCharge({ ...app.ctx, payments }, app.services.payments, charge, 'person'),
    makeCharge({ ...app.ctx, payments, locks }, app.services.payments, charge, 'reconciliation'),
  ]).catch(() => undefined);
  await locks.close();
  expect(asked).toEqual([id]);
});

it('a gateway that refuses its webhook address does not stop the registration at others', async () => {
  const registered: string[] = [];
  const away = {
    ...app.ctx.payments.rede,
    id: 'rede',
    registerWebhook: async () => Promise.reject(new Error('away')),
  };
  const there = {
    ...app.ctx.payments.pix,
    id: 'pix',
    registerWebhook: async () => void registered.push('pix'),
  };
  const { registerWebhooks } = await import('../webhooks/webhooks.ts');
  await expect(
    registerWebhooks({ ...app.ctx, payments: { rede: away, pix: there } as never }),
  ).rejects.toThrow('away');
  expect(registered).toEqual(['pix']);
});

it('a boleto has no refund action at a gateway without refunds', async () => {
  const person = await app.join(`boleto${(names += 1)}`);
  const { id } = await person.call('POST /funds', {
    body: {
      paymentMethodKey: 'boleto',
      value: 5_000,
      payer: {
        name: 'Davi de Teste',
        document: '529.982.247-25',
        email: 'davi@example.com',
        address: BILL_ADDRESS,
      },
    },
    idempotencyKey: randomUUID(),
  });
  const { toOrderId } = await import('../../../../platform/payments/cielo/cielo-wire.ts');
  await control('POST', `/__orders/cielo/${toOrderId(id)}/pay`);
  await settle({ chargeId: id });
  expect((await admin.call('GET /dsb/transactions', { query: { search: id } }))[0]?.can).toEqual([
    'reverse',
  ]);
});

it('the ledger is consistent after all refunds', async () => {
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
});
