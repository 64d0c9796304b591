// A card payment that its holder's bank took back, as an administrator records it: once, to the
// last cent, with its line in the log.
import { randomUUID } from 'node:crypto';
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import { chargeCard, saveCard, walletOf } from '../../../../testing/cards/paying.ts';
import { signInWithProof } from '../../../../testing/paying-out.ts';
import { insertCollection } from '../../../../testing/collecting.ts';
import { joinAdmin } from '../../../../testing/producing.ts';
import { joinProducer, publish } from '../../../../testing/publishing.ts';

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

const paid = async (holderName = 'DAVI COBALTO') => {
  const person = await app.join(`estorno${(names += 1)}`);
  const { id: cardId } = await saveCard(person, { holderName });
  const { reply } = await chargeCard(person, cardId, 5_000);
  const { rows } = await app.ctx.pool.query<{ id: TransferId }>(
    "SELECT id FROM ledger_transfers WHERE kind = 'topUp' AND reference_id = $1",
    [reply.data.id],
  );
  return { person, chargeId: reply.data.id, transferId: rows[0]?.id as TransferId };
};
const act = (action: 'charge-back' | 'reverse' | 'reverse-payment', id: TransferId) =>
  admin.ask(`POST /dsb/transactions/{id}/${action}`, {
    params: { id },
    body: { reason: 'aviso da adquirente' },
  });
const codeOf = ({ status, reply }: { status: number; reply: { code?: string } }) => [
  status,
  reply.code,
];
const canOf = async (id: TransferId) =>
  (await admin.call('GET /dsb/transactions', { query: { search: id } }))[0]?.can;
const outOfPlace = () => app.ctx.ledger.checkInvariants();

describe('a chargeback', () => {
  it('a chargeback takes the money from the wallet, notifies the payer, and ends all other actions', async () => {
    const { person, chargeId, transferId } = await paid();
    expect(await canOf(transferId)).toEqual(['reverse', 'reverse-payment', 'charge-back']);
    expect((await act('charge-back', transferId)).status).toBe(200);
    expect(await walletOf(person)).toMatchObject({ balance: 0 });
    expect(
      (await person.call('GET /funds/charges/{id}', { params: { id: chargeId } })).status,
    ).toBe('charged_back');
    expect((await person.call('GET /profiles/notifications'))[0]?.type).toBe('topUpContested');
    const { rows } = await app.ctx.pool.query(
      'SELECT action, admin_profile_id AS admin_id, reason FROM admin_log WHERE subject_id = $1',
      [transferId],
    );
    expect(rows).toEqual([
      {
        action: 'transaction.chargedBack',
        admin_id: admin.profileId,
        reason: 'aviso da adquirente',
      },
    ]);
    expect(await canOf(transferId)).toEqual([]);
    for (const action of ['charge-back', 'reverse', 'reverse-payment'] as const)
      expect(codeOf(await act(action, transferId))).toEqual([409, 'transaction.alreadyReversed']);
    expect(await outOfPlace()).toEqual([]);
  });

  it('a chargeback reverses purchases while their producer still has the money', async () => {
    const { person, transferId } = await paid();
    const producer = await joinProducer(app, 'lojinha');
    const post = await publish(app, producer, { price: 3_000, seed: 71 });
    await person.call('POST /posts/{id}/purchase', {
      params: { id: post.id as never },
      body: { price: 3_000 },
      idempotencyKey: randomUUID(),
    });
    await person.call('POST /funds/tips', {
      body: { toProfileId: producer.profileId as ProfileId, value: 2_000 },
      idempotencyKey: randomUUID(),
    });
    expect((await act('charge-back', transferId)).status).toBe(200);
    expect(
      await person.call('GET /posts/{id}', { params: { id: post.id as never } }),
    ).toMatchObject({ purchased: false });
    expect((await producer.call('GET /funds/earnings-balance')).pending).toBe(0);
    expect(await walletOf(person)).toMatchObject({ balance: 0 });
    expect(await outOfPlace()).toEqual([]);
  });

  it('a chargeback takes back a collection that was bought with card money, with its posts and its sale', async () => {
    const { person, transferId } = await paid();
    const producer = await joinProducer(app, 'lojadecolecoes');
    const id = await insertCollection(app, producer);
    const { postIds, offer } = await person.call('GET /collections/{id}', { params: { id } });
    const buy = () =>
      person.ask('POST /collections/{id}/purchase', {
        params: { id },
        body: { price: offer?.price as Centavos, postIds },
        idempotencyKey: randomUUID(),
      });
    expect((await buy()).status).toBe(200);
    const opened = async () =>
      Promise.all(
        postIds.map(
          async (post) =>
            (await person.call('GET /posts/{id}', { params: { id: post } })).purchased,
        ),
      );
    expect(await opened()).toEqual([true, true]);
    expect((await producer.call('GET /funds/earnings-balance')).pending).toBeGreaterThan(0);
    expect((await act('charge-back', transferId)).status).toBe(200);
    expect(await opened()).toEqual([false, false]);
    expect((await producer.call('GET /funds/earnings-balance')).pending).toBe(0);
    expect(await producer.call('GET /collections/{id}', { params: { id } })).toMatchObject({
      sales: 0,
      earned: 0,
    });
    expect(await person.call('GET /collections/{id}', { params: { id } })).toMatchObject({
      purchased: false,
      offer: { postIds },
    });
    expect(await person.call('GET /collections/purchased')).toEqual([]);
    expect(await walletOf(person)).toMatchObject({ balance: 0 });
    // The same purchase again is a new one, and there is no money.
    expect((await buy()).reply.code).toBe('wallet.insufficient');
    expect(await outOfPlace()).toEqual([]);
  });

  it('a chargeback is recorded once when it is reported concurrently', async () => {
    const { person, transferId } = await paid();
    const answers = await Promise.all([1, 2, 3, 4].map(() => act('charge-back', transferId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await walletOf(person)).toMatchObject({ balance: 0 });
    expect(await outOfPlace()).toEqual([]);
  });

  it('a chargeback of a payment under review takes the locked money', async () => {
    const { person, transferId } = await paid('DAVI REVISAR');
    expect(await walletOf(person)).toEqual({ balance: 0, locked: 5_000 });
    expect((await act('charge-back', transferId)).status).toBe(200);
    expect(await walletOf(person)).toEqual({ balance: 0, locked: 0 });
    expect(await outOfPlace()).toEqual([]);
  });

  it('a chargeback is available for card payments only', async () => {
    const { person } = await paid();
    await person.call('POST /funds/tips', {
      body: { toProfileId: app.producer.profileId as ProfileId, value: 500 },
      idempotencyKey: randomUUID(),
    });
    const { rows } = await app.ctx.pool.query<{ id: TransferId }>(
      "SELECT id FROM ledger_transfers WHERE kind = 'tip' AND actor_profile_id = $1",
      [person.profileId],
    );
    expect(codeOf(await act('charge-back', rows[0]?.id as TransferId))).toEqual([
      409,
      'transaction.notPossible',
    ]);
  });
});
