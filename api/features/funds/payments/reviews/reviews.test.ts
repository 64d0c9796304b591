// Card payments that look like fraud: locked the moment they come, shown as such, decided once by
// an administrator, the acquirer or by the clock, and every cent accounted for.
import { randomUUID } from 'node:crypto';
import type { ChargeId, ProfileId, TransferId } from '@camarim/contract/ids';
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import { chargeCard, saveCard, walletOf } from '../../../../testing/cards/paying.ts';
import { signInWithProof } from '../../../../testing/paying-out.ts';
import { joinAdmin } from '../../../../testing/producing.ts';
import { syncCharge } from '../charges/sync-charge.ts';
import { decideDueReviews } from './decide.ts';

let app: TestAppWithBank;
let admin: ApiClient;
let names = 0;
beforeAll(async () => {
  app = await appWithBank({
    CARD_ACQUIRER: 'cielo',
    CARD_REVIEW_FROM_CENTAVOS: '25000',
    CARD_REVIEW_HOURS: '24',
  });
  await joinAdmin(app, 'chefia');
});
beforeEach(async () => {
  // Tries to log in are counted by the hour.
  app.clock.advance(HOUR_MS);
  admin = await signInWithProof(app, 'chefia');
});

const deps = () => app.services.payments;
/** A person whose card payment is held. */
const held = async (value = 5_000, holderName = 'DAVI REVISAR') => {
  const person = await app.join(`analise${(names += 1)}`);
  const { id: cardId } = await saveCard(person, { holderName });
  const { reply } = await chargeCard(person, cardId, value);
  const { rows } = await app.ctx.pool.query<{ transfer_id: TransferId; reason: string }>(
    'SELECT transfer_id, reason FROM charge_reviews WHERE charge_id = $1',
    [reply.data.id],
  );
  return {
    person,
    cardId,
    charge: reply.data,
    transferId: rows[0]?.transfer_id as TransferId,
    reason: rows[0]?.reason,
  };
};
type HeldPayment = Awaited<ReturnType<typeof held>>;
const act = (action: 'release' | 'reverse' | 'reverse-payment', id: TransferId) =>
  admin.ask(`POST /dsb/transactions/{id}/${action}`, {
    params: { id },
    body: { reason: 'conferido por telefone' },
  });
const reviewOf = async ({ charge }: HeldPayment) =>
  (
    await app.ctx.pool.query(
      'SELECT decision, decided_by FROM charge_reviews WHERE charge_id = $1',
      [charge.id],
    )
  ).rows[0];
const notificationsOf = async (person: ApiClient) =>
  (await person.call('GET /profiles/notifications')).map(({ type }) => type);
const linesOf = async (person: ApiClient) =>
  (await person.call('GET /funds/statements')).map(({ kind, account, amount }) => [
    kind,
    account,
    amount,
  ]);
const logOf = async (id: string) =>
  (
    await app.ctx.pool.query(
      'SELECT action, admin_profile_id AS admin_id, reason FROM admin_log WHERE subject_id = $1',
      [id],
    )
  ).rows;
const again = (person: ApiClient) => app.join(person.domainName);

describe('a suspicious payment', () => {
  it('a suspicious payment is paid and locked, its payer is notified, and administrators see its reason', async () => {
    const { person, charge, transferId, reason } = await held();
    expect(charge).toMatchObject({ status: 'paid', heldUntil: expect.any(String) });
    expect([await walletOf(person), reason]).toEqual([{ balance: 0, locked: 5_000 }, 'acquirer']);
    expect(await notificationsOf(person)).toEqual(['topUpHeld']);
    expect(await linesOf(person)).toEqual([['topUp', 'locked', 5_000]]);
    expect(
      (
        await person.ask('POST /funds/tips', {
          body: { toProfileId: app.producer.profileId as ProfileId, value: 1_000 },
          idempotencyKey: randomUUID(),
        })
      ).status,
    ).toBe(402);
    const waiting = await admin.call('GET /dsb/transactions', { query: { held: 'true' } });
    expect(waiting.find(({ id }) => id === transferId)).toMatchObject({
      held: { reason: 'acquirer', until: charge.heldUntil },
      can: ['release', 'reverse', 'reverse-payment', 'charge-back'],
    });
    expect((await admin.call('GET /dsb/transactions')).length).toBeGreaterThanOrEqual(
      waiting.length,
    );
  });

  it('a suspicious payment can be spent once after its release, and pays debts first', async () => {
    const one = await held();
    const { person, transferId, charge } = one;
    const owed = {
      chargeId: randomUUID() as ChargeId,
      profileId: person.profileId as ProfileId,
      gateway: 'pix',
    };
    await app.ctx.ledger.post({
      kind: 'chargeback',
      ...owed,
      number: 1,
      refundRef: 'a return',
      taken: 0 as never,
      owed: 1_000 as never,
    });
    expect((await act('release', transferId)).status).toBe(200);
    expect(await walletOf(await again(person))).toEqual({ balance: 4_000, locked: 0 });
    const once = await act('release', transferId);
    expect([once.status, once.reply.code]).toEqual([409, 'transaction.alreadyReleased']);
    expect(
      (await (await again(person)).call('GET /funds/charges/{id}', { params: { id: charge.id } }))
        .heldUntil,
    ).toBeNull();
    expect(await reviewOf(one)).toEqual({ decision: 'released', decided_by: admin.profileId });
    expect(await logOf(transferId)).toEqual([
      {
        action: 'transaction.released',
        admin_id: admin.profileId,
        reason: 'conferido por telefone',
      },
    ]);
    expect((await notificationsOf(await again(person)))[0]).toBe('topUpReleased');
  });

  it('a suspicious payment is decided once under concurrent decisions', async () => {
    const { person, transferId } = await held();
    const answers = await Promise.all([
      act('release', transferId),
      act('reverse', transferId),
      act('reverse-payment', transferId),
      act('release', transferId),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    const { balance, locked } = await walletOf(await again(person));
    expect(locked).toBe(0);
    expect([0, 5_000]).toContain(balance);
    expect(await app.ctx.ledger.checkInvariants()).toEqual([]);
  });

  it('a suspicious payment is refunded to the card when it is rejected, and is in no wallet', async () => {
    const one = await held();
    expect((await act('reverse-payment', one.transferId)).status).toBe(200);
    expect(await walletOf(await again(one.person))).toEqual({ balance: 0, locked: 0 });
    await app.runJobs();
    const { rows } = await app.ctx.pool.query(
      'SELECT status FROM payment_refunds WHERE charge_id = $1',
      [one.charge.id],
    );
    expect([rows, await reviewOf(one)]).toEqual([
      [{ status: 'done' }],
      { decision: 'refunded', decided_by: admin.profileId },
    ]);
    expect(
      await (
        await again(one.person)
      ).call('GET /funds/charges/{id}', { params: { id: one.charge.id } }),
    ).toMatchObject({ status: 'refunded', heldUntil: null });
    expect((await notificationsOf(await again(one.person)))[0]).toBe('topUpReturned');
  });

  it('a suspicious payment can be disputed after its release', async () => {
    const { person, transferId } = await held();
    await act('release', transferId);
    expect((await act('reverse', transferId)).status).toBe(200);
    expect(await walletOf(await again(person))).toEqual({ balance: 0, locked: 0 });
  });

  it.each([
    [1, 'released', 5_000],
    [2, 'refunded', 0],
  ] as const)(
    'a suspicious payment is decided by the acquirer’s later decision (%i: %s)',
    async (status, decision, balance) => {
      const one = await held();
      const { rows } = await app.ctx.pool.query<{ provider_ref: string }>(
        'SELECT provider_ref FROM charges WHERE id = $1',
        [one.charge.id],
      );
      await fetch(`${app.bank.url}/__cielo/screening/${rows[0]?.provider_ref}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status }),
      });
      for (let time = 0; time < 2; time += 1)
        await syncCharge(app.ctx, deps(), one.charge.id, 'webhook');
      expect([await walletOf(await again(one.person)), await reviewOf(one)]).toEqual([
        { balance, locked: 0 },
        { decision, decided_by: null },
      ]);
    },
  );
});

describe('a review without a decision', () => {
  it('a review without a decision ends at its deadline with a refund to the card and a log entry', async () => {
    const one = await held();
    app.clock.advance(23 * HOUR_MS);
    await decideDueReviews(app.ctx);
    expect(await walletOf(await again(one.person))).toMatchObject({ locked: 5_000 });
    app.clock.advance(HOUR_MS + 1_000);
    await Promise.all([1, 2, 3].map(() => decideDueReviews(app.ctx)));
    await app.runJobs();
    expect([await walletOf(await again(one.person)), await reviewOf(one)]).toEqual([
      { balance: 0, locked: 0 },
      { decision: 'refunded', decided_by: null },
    ]);
    expect(await logOf(one.transferId)).toEqual([
      {
        action: 'transaction.refunded',
        admin_id: null,
        reason: 'no administrator decided within 24 hours',
      },
    ]);
    const { rows } = await app.ctx.pool.query(
      'SELECT status FROM payment_refunds WHERE charge_id = $1',
      [one.charge.id],
    );
    expect(rows).toEqual([{ status: 'done' }]);
  });

  it('a review whose gateway is no longer configured stays open, and does not stop other decisions', async () => {
    const [one, other] = [await held(), await held()];
    await app.ctx.pool.query("UPDATE charges SET provider = 'carat' WHERE id = $1", [
      one.charge.id,
    ]);
    app.clock.advance(25 * HOUR_MS);
    const { carat: _gone, ...payments } = app.ctx.payments;
    await decideDueReviews({ ...app.ctx, payments });
    expect([
      await walletOf(await again(one.person)),
      await walletOf(await again(other.person)),
    ]).toEqual([
      { balance: 0, locked: 5_000 },
      { balance: 0, locked: 0 },
    ]);
    await app.ctx.pool.query("UPDATE charges SET provider = 'cieloCard' WHERE id = $1", [
      one.charge.id,
    ]);
    await decideDueReviews(app.ctx);
  });

  it('a review without a decision is released at its deadline when the installation is configured so', async () => {
    const one = await held();
    app.clock.advance(25 * HOUR_MS);
    await decideDueReviews({
      ...app.ctx,
      config: { ...app.ctx.config, CARD_REVIEW_DEFAULT: 'release' },
    });
    expect([await walletOf(await again(one.person)), (await reviewOf(one))?.decision]).toEqual([
      { balance: 5_000, locked: 0 },
      'released',
    ]);
  });
});

describe('the rule of large first card payments', () => {
  it('a large first card payment is locked, and none is after a payment that was not returned', async () => {
    const { person, cardId, transferId, reason } = await held(25_000, 'DAVI DE TESTE');
    expect([reason, await walletOf(person)]).toEqual([
      'firstCardPayment',
      { balance: 0, locked: 25_000 },
    ]);
    await act('release', transferId);
    const later = await again(person);
    expect((await chargeCard(later, cardId, 25_000)).reply.data).toMatchObject({
      status: 'paid',
      heldUntil: null,
    });
    expect(await walletOf(later)).toEqual({ balance: 50_000, locked: 0 });
  });

  it('a small first card payment is not locked', async () =>
    expect((await held(10_000, 'DAVI DE TESTE')).charge).toMatchObject({
      status: 'paid',
      heldUntil: null,
    }));
});

it('a payment that is charged back while it is locked leaves no debt', async () => {
  const one = await held();
  const report = {
    chargeId: one.charge.id,
    providerRef: 'x',
    state: 'charged_back',
    amountCentavos: 5_000,
    paidCentavos: 5_000,
    presentment: null,
    receipts: [
      {
        ref: 'x',
        amountCentavos: 5_000,
        receivedAt: app.clock.now(),
        refunds: [
          {
            refundId: 'cb',
            ref: 'cb',
            origin: 'disputed',
            state: 'done',
            amountCentavos: 5_000,
            at: app.clock.now(),
          },
        ],
      },
    ],
  };
  const cieloCard = { ...app.ctx.payments.cieloCard, status: async () => report } as never;
  await syncCharge(
    { ...app.ctx, payments: { ...app.ctx.payments, cieloCard } },
    deps(),
    one.charge.id,
    'webhook',
  );
  expect((await (await again(one.person)).call('GET /funds'))[0]).toMatchObject({
    balance: 0,
    lockedBalance: 0,
    debt: 0,
  });
  expect(await reviewOf(one)).toEqual({ decision: 'chargedBack', decided_by: null });
});

it('a decided review is immutable in the database', async () => {
  const { charge } = await held();
  await expect(
    app.ctx.pool.query('DELETE FROM charge_reviews WHERE charge_id = $1', [charge.id]),
  ).rejects.toThrow('decided once');
  await expect(
    app.ctx.pool.query('UPDATE charge_reviews SET due_at = now() WHERE charge_id = $1', [
      charge.id,
    ]),
  ).rejects.toThrow('decided once');
  await app.ctx.pool.query(
    "UPDATE charge_reviews SET decision = 'reversed', decided_at = now() WHERE charge_id = $1",
    [charge.id],
  );
  await expect(
    app.ctx.pool.query(
      'UPDATE charge_reviews SET decision = NULL, decided_at = NULL WHERE charge_id = $1',
      [charge.id],
    ),
  ).rejects.toThrow('decided once');
});

it('the ledger is consistent after all reviews', async () =>
  expect(await app.ctx.ledger.checkInvariants()).toEqual([]));
