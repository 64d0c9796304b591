// Cards that their acquirer activates later: they can't be charged before that, none waits behind
// others, and none waits where its acquirer activates at once.
import { randomUUID } from 'node:crypto';
import { centavos } from '@camarim/contract/money';
import { beforeAll, describe, expect, it, test } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import {
  chargeCard,
  saveCard as save,
  trySaveCard as trySave,
} from '../../../../testing/cards/paying.ts';
import { activateCards } from './activate-cards.ts';
import { chargeDefaultCard } from './default-card.ts';
import { listSaved } from './store.ts';

let app: TestAppWithBank;
beforeAll(async () => {
  app = await appWithBank();
});

const readyAt = async ({ profileId }: ApiClient) =>
  (await listSaved(app.ctx.db, profileId, 'card'))[0]?.readyAt;

/** Cards of a person, older than any other, that their acquirer does not know. */
const addUnknown = (person: ApiClient, count: number) =>
  app.ctx.pool.query(
    `INSERT INTO saved_payments (id, profile_id, payment_type, provider, token, bin6, last4,
      brand_id, expires, holder, details_sealed, is_default, ready_at, created_at)
     SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, profile_id, payment_type,
       provider, 'unknown-' || n, bin6, last4, brand_id, expires, holder, details_sealed,
       false, NULL, created_at - interval '1 day'
     FROM saved_payments, generate_series(1, $2) n WHERE profile_id = $1`,
    [person.profileId, count],
  );

test('a card is activated although more older ones than one batch holds are never answered for', async () => {
  const [crowd, person] = [await app.join('muitos'), await app.join('espera')];
  await save(crowd);
  await addUnknown(crowd, 101);
  await save(person);
  await app.ctx.pool.query('UPDATE saved_payments SET ready_at = NULL WHERE profile_id = $1', [
    person.profileId,
  ]);
  await activateCards(app.ctx);
  expect(await readyAt(person)).toBeInstanceOf(Date);
  await app.ctx.pool.query("DELETE FROM saved_payments WHERE token LIKE 'unknown-%'");
});

test('a stored card without an activation time is ready where its acquirer activates cards at once', async () => {
  const person = await app.join('anterior');
  await save(person);
  await app.ctx.pool.query('UPDATE saved_payments SET ready_at = NULL WHERE profile_id = $1', [
    person.profileId,
  ]);
  const { rede } = app.ctx.payments;
  if (!rede?.cards) throw new Error('no cards');
  const { state: _state, ...atOnce } = rede.cards;
  await activateCards({
    ...app.ctx,
    payments: { ...app.ctx.payments, rede: { ...rede, cards: atOnce } },
  });
  expect(await readyAt(person)).toBeInstanceOf(Date);
});

describe('a card that its acquirer activates later', () => {
  const listed = async (person: ApiClient) =>
    (await person.call('GET /funds/cards', { query: { limit: 10, offset: 0 } }))[0];
  const pollAcquirer = async (): Promise<void> => {
    await app.ctx.jobs.enqueue(app.ctx.db, 'funds.activateCards', {});
    await app.runJobs();
  };

  it('a card that is activated later can’t be charged by its holder or a renewal until it is active', async () => {
    const person = await app.join('demora');
    const { id } = await save(person, { holderName: 'DAVI DEMORA' });
    expect(await listed(person)).toMatchObject({ usable: false, activating: true, default: true });
    expect(await chargeCard(person, id)).toMatchObject({
      status: 409,
      reply: { code: 'card.activating' },
    });
    const renewal = {
      profileId: person.profileId,
      amount: centavos(5_000),
      key: randomUUID(),
    };
    expect(await chargeDefaultCard(app.ctx, app.services.payments)(renewal)).toBe('refused');
    await pollAcquirer();
    expect(await listed(person)).toMatchObject({ usable: false, activating: true });
    await app.bank.advance(61);
    await pollAcquirer();
    expect(await listed(person)).toMatchObject({ usable: true, activating: false });
    expect((await chargeCard(person, id)).reply.data).toMatchObject({ status: 'paid' });
    await person.call('DELETE /funds/cards/{id}', { params: { id } });
  });

  it('a card that is activated later is polled again without an answer, and is refused after a week', async () => {
    const person = await app.join('nunca');
    await app.bank.armFault({
      on: 'GET /redelabs/token-service',
      action: 'status',
      status: 503,
      times: 20,
    });
    try {
      await save(person);
      await pollAcquirer();
      expect(await listed(person)).toMatchObject({ usable: false, activating: true });
      await app.pass(7 * 86_400 + 60);
      await pollAcquirer();
      const [kept] = await listSaved(app.ctx.db, person.profileId, 'card');
      expect(kept).toMatchObject({ readyAt: null, refusedAt: expect.any(Date) });
    } finally {
      await app.bank.disarm();
    }
  });

  it('a card that is activated later is refused when its network rejects it', async () => {
    const person = await app.join('falha');
    expect((await trySave(person, { holderName: 'DAVI FALHA' })).reply.code).toBe('card.refused');
    expect(await listed(person)).toBeUndefined();
  });
});
