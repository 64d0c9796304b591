// Money that PicPay, PayPal and Cielo give back in their own panels leaves the wallet, once, part
// by part, also beside a refund of ours.
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { controlSandbox, referenceOf } from '../../../../platform/payments/sandbox-control.ts';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import { signInWithProof } from '../../../../testing/paying-out.ts';
import { joinAdmin } from '../../../../testing/producing.ts';
import { pollRefunds } from '../transactions/refund.ts';
import { syncCharge } from './sync-charge.ts';

let app: TestAppWithBank;
let admin: ApiClient;
beforeAll(async () => {
  app = await appWithBank();
  await joinAdmin(app, 'chefia');
});
beforeEach(async () => {
  // Tries to log in are counted by the hour.
  app.clock.advance(HOUR_MS);
  admin = await signInWithProof(app, 'chefia');
});

const PAYER = { name: 'Davi de Teste', document: '529.982.247-25', email: 'davi@example.com' };

describe.each(['picpay', 'paypal'] as const)('%s', (method) => {
  const paid = async (name: string): Promise<ChargeId> => {
    const person = await app.join(name);
    const { id } = await person.call('POST /funds', {
      body: {
        paymentMethodKey: method,
        value: 5_000,
        ...(method === 'picpay' && { payer: PAYER }),
      },
      idempotencyKey: randomUUID(),
    });
    await controlSandbox(app.bank.url, method).armWebhook('lose');
    await controlSandbox(app.bank.url, method).pay(id);
    await app.pass(120);
    await settle(id);
    return id;
  };
  const settle = (id: ChargeId) => syncCharge(app.ctx, app.services.payments, id, 'reconciliation');
  const panel = async (id: ChargeId, amountCentavos: number): Promise<void> => {
    const reply = await fetch(
      `${app.bank.url}/__orders/${method}/${referenceOf(method, id)}/refund`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ amountCentavos }),
      },
    );
    if (!reply.ok) throw new Error(await reply.text());
  };
  const walletOf = async (name: string) => {
    const person = await app.join(name);
    return [
      (await person.call('GET /funds'))[0]?.balance,
      await app.ctx.ledger.debtOf(person.profileId),
    ];
  };
  const returnedAtGateway = async (id: ChargeId): Promise<number> => {
    const [charge] = (
      await app.ctx.pool.query('SELECT provider_ref AS ref FROM charges WHERE id = $1', [id])
    ).rows;
    const report = await app.ctx.payments[method]?.status({
      chargeId: id,
      providerRef: charge.ref,
      amountCentavos: 5_000 as never,
    });
    return (report?.receipts ?? [])
      .flatMap(({ refunds }) => refunds)
      .reduce((sum, { amountCentavos }) => sum + amountCentavos, 0);
  };
  const giveBack = async (id: ChargeId): Promise<void> => {
    const { rows } = await app.ctx.pool.query(
      "SELECT id FROM ledger_transfers WHERE kind = 'topUp' AND reference_id = $1",
      [id],
    );
    await admin.call('POST /dsb/transactions/{id}/reverse-payment', {
      params: { id: rows[0]?.id },
      body: { reason: 'pedido da pessoa' },
    });
  };

  it('two parts returned in the panel leave the wallet as two parts, each once', async () => {
    const name = `${method}-partes`;
    const id = await paid(name);
    await panel(id, 2_000);
    for (let times = 0; times < 2; times += 1) await settle(id);
    expect(await walletOf(name)).toEqual([3_000, 0]);
    await panel(id, 3_000);
    for (let times = 0; times < 2; times += 1) await settle(id);
    expect([await walletOf(name), await returnedAtGateway(id)]).toEqual([[0, 0], 5_000]);
  });

  it('a payment returned in the panel while our refund waits is returned and taken once', async () => {
    const name = `${method}-ambos`;
    const id = await paid(name);
    await giveBack(id);
    await panel(id, 5_000);
    await pollRefunds(app.ctx, app.services.payments);
    for (let times = 0; times < 2; times += 1) await settle(id);
    expect([await walletOf(name), await returnedAtGateway(id)]).toEqual([[0, 0], 5_000]);
  });

  it('our own refund is not counted as a return of the gateway', async () => {
    const name = `${method}-nosso`;
    const id = await paid(name);
    await giveBack(id);
    await pollRefunds(app.ctx, app.services.payments);
    for (let times = 0; times < 2; times += 1) await settle(id);
    expect([await walletOf(name), await returnedAtGateway(id)]).toEqual([[0, 0], 5_000]);
    expect(
      (await app.ctx.pool.query('SELECT status FROM payment_refunds WHERE charge_id = $1', [id]))
        .rows,
    ).toEqual([{ status: 'done' }]);
  });
});

it('the ledger is consistent after all returns', async () =>
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]));
