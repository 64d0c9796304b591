// Disputes that wait for the team: opened with the money that was taken back, in the queue of all
// open work with the scheme's deadline, decided once, with a line in the log.
import type { TransferId } from '@camarim/contract/ids';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import { chargeCard, saveCard } from '../../../../testing/cards/paying.ts';
import { payersOf } from '../../../../testing/payers.ts';
import { signInWithProof } from '../../../../testing/paying-out.ts';
import { joinAdmin } from '../../../../testing/producing.ts';
import { syncCharge } from '../charges/sync-charge.ts';
import { exportChargesOf } from '../export-store.ts';

let app: TestAppWithBank;
let admin: ApiClient;
let names = 0;
beforeAll(async () => {
  app = await appWithBank({ CARD_ACQUIRER: 'cielo' });
  await joinAdmin(app, 'chefia');
});
beforeEach(async () => {
  // Tries to log in are counted by the hour.
  app.clock.advance(HOUR_MS);
  admin = await signInWithProof(app, 'chefia');
});

/** A card payment whose chargeback the administrator recorded; returns the dispute's id. */
const chargedBack = async (answerBy: string | null = null) => {
  const person = await app.join(`contesta${(names += 1)}`);
  const { id: cardId } = await saveCard(person, { holderName: 'DAVI COBALTO' });
  const { reply } = await chargeCard(person, cardId, 5_000);
  const { rows } = await app.ctx.pool.query<{ id: TransferId }>(
    "SELECT id FROM ledger_transfers WHERE kind = 'topUp' AND reference_id = $1",
    [reply.data.id],
  );
  const { id } = await admin.call('POST /dsb/transactions/{id}/charge-back', {
    params: { id: rows[0]?.id as TransferId },
    body: { reason: 'aviso da adquirente', ...(answerBy && { answerBy }) },
  });
  return { person, chargeId: reply.data.id, id };
};
const disputes = (decided = false) =>
  admin.call('GET /dsb/disputes', { query: { decided: String(decided) as never } });
const decide = (id: TransferId, decision: 'answered' | 'accepted' = 'answered') =>
  admin.ask('POST /dsb/disputes/{id}', {
    params: { id },
    body: { decision, reason: 'protocolo 1234' },
  });
const todoItem = async (id: TransferId) =>
  (await admin.call('GET /dsb/todo', { query: { kind: 'dispute' } })).items.find(
    (item) => item.id === id,
  );

describe('a chargeback that an administrator recorded', () => {
  it('a recorded chargeback waits with its payment until the deadline that the acquirer shows', async () => {
    const answerBy = new Date(app.clock.now().getTime() + 3 * DAY_MS).toISOString();
    const { person, chargeId, id } = await chargedBack(answerBy);
    expect((await disputes()).find((one) => one.id === id)).toMatchObject({
      profile: { domainName: person.domainName },
      amount: 5_000,
      answerBy,
      payment: { id: chargeId, method: 'card', amount: 5_000 },
      decision: null,
    });
    expect(await todoItem(id)).toMatchObject({
      dueAt: answerBy,
      about: { domainName: person.domainName },
    });
  });

  it('a chargeback without a known deadline is due a week after it was recorded', async () => {
    const { id } = await chargedBack();
    const item = await todoItem(id);
    expect(Date.parse(item?.dueAt ?? '') - Date.parse(item?.since ?? '')).toBe(7 * DAY_MS);
  });

  it('a dispute is decided once, with a line in the log, and leaves the queue', async () => {
    const { person, id } = await chargedBack();
    expect((await decide(id)).status).toBe(200);
    expect(await todoItem(id)).toBeUndefined();
    expect((await disputes()).map((one) => one.id)).not.toContain(id);
    expect((await disputes(true)).find((one) => one.id === id)).toMatchObject({
      decision: 'answered',
      decidedBy: { domainName: 'chefia' },
      reason: 'protocolo 1234',
    });
    const again = await decide(id, 'accepted');
    expect([again.status, again.reply.code]).toEqual([409, 'dispute.alreadyDecided']);
    const { rows } = await app.ctx.pool.query(
      'SELECT action, profile_id, reason FROM admin_log WHERE subject_id = $1',
      [id],
    );
    expect(rows).toEqual([
      { action: 'dispute.answered', profile_id: person.profileId, reason: 'protocolo 1234' },
    ]);
  });

  it('a dispute is in the archive of the person, without who decided it and why', async () => {
    const { person, id } = await chargedBack();
    await decide(id);
    const [file] = exportChargesOf(app.ctx, person.profileId);
    let content = '';
    for await (const part of (await file?.content()) ?? []) content += String(part);
    const [charge] = JSON.parse(content) as { disputes: object[] }[];
    expect(charge?.disputes).toEqual([
      {
        amountCentavos: 5_000,
        openedAt: expect.any(String),
        decision: 'answered',
        decidedAt: expect.any(String),
      },
    ]);
  });

  it('a dispute that another person claimed is not decided', async () => {
    const { id } = await chargedBack();
    const other = await joinAdmin(app, 'financas', 'finance');
    await other.call('POST /dsb/todo/{kind}/{id}/claim', { params: { kind: 'dispute', id } });
    const refused = await decide(id);
    expect([refused.status, refused.reply.code]).toEqual([409, 'decision.claimed']);
    expect((await disputes()).map((one) => one.id)).toContain(id);
  });

  it('no administrator decides about a dispute of their own payment', async () => {
    const { id } = await chargedBack();
    await app.ctx.pool.query('UPDATE disputes SET profile_id = $1 WHERE transfer_id = $2', [
      admin.profileId,
      id,
    ]);
    expect((await decide(id)).reply.code).toBe('decision.own');
  });
});

it('a disputed Pix payment waits among the disputes, too', async () => {
  const payers = payersOf(app);
  const before = (await disputes()).length;
  const payer = await payers.someone('pixcontestado');
  await payers.notified(() => app.bank.pay(payer.id));
  const receipt = (
    await app.ctx.payments.pix?.status({
      chargeId: payer.id,
      providerRef: null,
      amountCentavos: 5_000 as never,
    })
  )?.receipts[0]?.ref;
  await payers.notified(async () => {
    await app.bank.dispute(receipt ?? '');
    await app.pass(3);
  });
  admin = await signInWithProof(app, 'chefia');
  expect((await disputes()).length).toBe(before + 1);
  expect((await disputes()).at(-1)).toMatchObject({
    profile: { domainName: 'pixcontestado' },
    answerBy: null,
    payment: { method: 'pix', scheme: null },
  });
});

it('money that is plainly returned after a dispute in part is no second dispute', async () => {
  const person = await app.join('contestaparte');
  const { id: cardId } = await saveCard(person, { holderName: 'DAVI COBALTO' });
  const { id: chargeId } = (await chargeCard(person, cardId, 5_000)).reply.data;
  const returned = [
    { refundId: 'cb', ref: 'cb', origin: 'disputed', amountCentavos: 2_000 },
    { refundId: 'back', ref: 'back', origin: 'requested', amountCentavos: 1_000 },
  ];
  const report = (count: number) => ({
    chargeId,
    providerRef: 'x',
    state: 'paid',
    amountCentavos: 5_000,
    paidCentavos: 5_000,
    presentment: null,
    receipts: [
      {
        ref: 'x',
        amountCentavos: 5_000,
        receivedAt: app.clock.now(),
        refunds: returned
          .slice(0, count)
          .map((refund) => ({ ...refund, state: 'done', at: app.clock.now() })),
      },
    ],
  });
  for (const count of [1, 2]) {
    const cieloCard = { ...app.ctx.payments.cieloCard, status: async () => report(count) } as never;
    const payments = { ...app.ctx.payments, cieloCard };
    await syncCharge({ ...app.ctx, payments }, app.services.payments, chargeId, 'webhook');
  }
  const { rows } = await app.ctx.pool.query(
    'SELECT amount_centavos::int AS amount FROM disputes WHERE charge_id = $1',
    [chargeId],
  );
  expect(rows).toEqual([{ amount: 2_000 }]);
  const [wallet] = await person.call('GET /funds');
  expect(wallet?.balance).toBe(2_000);
});
