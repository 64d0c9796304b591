// A card is charged once although its acquirer's answer is lost and its look-ups show nothing for a
// while.
import { randomUUID } from 'node:crypto';
import type { ChargeId } from '@camarim/contract/ids';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toOrderId } from '../../../../platform/payments/cielo/cielo-wire.ts';
import { toReference } from '../../../../platform/payments/rede/rede-wire.ts';
import { appWithBank, type TestAppWithBank } from '../../../../testing/bank.ts';
import { chargeCard, saveCard, walletOf } from '../../../../testing/cards/paying.ts';
import { findCharge } from '../charges/charge-store.ts';
import { requestCharge } from '../charges/sync-charge.ts';
import { pollCharges } from '../charges/poll-charges.ts';

const CALLS = {
  rede: ['POST /erede/v2/transactions', 'GET /erede/v2/transactions'],
  cielo: ['POST /1/sales', 'GET /1/sales'],
} as const;

describe.each(['cielo', 'rede'] as const)('where %s takes cards', (acquirer) => {
  let app: TestAppWithBank;
  beforeAll(async () => {
    app = await appWithBank({ CARD_ACQUIRER: acquirer });
  });
  beforeEach(() => app.bank.disarm());

  const arm = async (fault: object): Promise<void> => {
    const armed = await fetch(`${app.bank.url}/__faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    });
    if (!armed.ok) throw new Error(await armed.text());
  };
  const chargesOf = async (profileId: string) =>
    (
      await app.ctx.pool.query(
        'SELECT status, failure_code AS code, next_check_at IS NOT NULL AS looked FROM charges WHERE profile_id = $1 ORDER BY created_at',
        [profileId],
      )
    ).rows;
  const lookAround = async (seconds: number): Promise<void> => {
    await app.pass(seconds);
    await pollCharges(app.ctx, app.services.payments);
  };
  /** The acquirer's own view: every sale of this person's charges. */
  const salesOf = async (profileId: string): Promise<unknown[]> => {
    const { rows } = await app.ctx.pool.query<{ id: ChargeId }>(
      'SELECT id FROM charges WHERE profile_id = $1',
      [profileId],
    );
    const urls = rows.map(
      ({ id }) =>
        `${app.bank.url}/__orders/${acquirer === 'cielo' ? `cieloCard/${toOrderId(id)}` : `rede/${toReference(id)}`}`,
    );
    return (
      await Promise.all(urls.map(async (url) => (await (await fetch(url)).json()) as unknown[]))
    ).flat();
  };
  const payWithoutAnswer = async (name: string) => {
    const person = await app.join(name);
    const { id } = await saveCard(person);
    const key = randomUUID();
    await arm({ on: CALLS[acquirer][0], action: 'drop', when: 'after', times: 2 });
    await arm({ on: CALLS[acquirer][1], action: 'status', status: 404, times: 1_000 });
    const press = () => chargeCard(person, id, 5_000, key);
    const first = await press();
    return { person, press, first };
  };

  it('a repeated request with the same key does not charge again while lookups show nothing', async () => {
    const { person, press, first } = await payWithoutAnswer('aperta');
    expect(first.status).toBe(503);
    expect((await press()).status).toBe(503);
    await lookAround(61);
    expect(await chargesOf(person.profileId ?? '')).toEqual([
      { status: 'created', code: null, looked: true },
    ]);
    await app.bank.disarm();
    await lookAround(120);
    expect([
      (await salesOf(person.profileId ?? '')).length,
      await walletOf(await app.join('aperta')),
    ]).toEqual([1, { balance: 5_000, locked: 0 }]);
  });

  it('a charge that lookups show after it was given up is still credited', async () => {
    const { person } = await payWithoutAnswer('tarde');
    await lookAround(11 * 60);
    expect(await chargesOf(person.profileId ?? '')).toEqual([
      { status: 'failed', code: 'gateway.unavailable', looked: true },
    ]);
    await app.bank.disarm();
    await lookAround(3_600);
    expect(await walletOf(await app.join('tarde'))).toEqual({ balance: 5_000, locked: 0 });
  });

  it('a repeated request after the card was removed is decided by the lookup, not refused', async () => {
    const person = await app.join('removida');
    const { id } = await saveCard(person);
    await arm({ on: CALLS[acquirer][0], action: 'drop', when: 'after', times: 2 });
    await arm({ on: CALLS[acquirer][1], action: 'status', status: 404, times: 1_000 });
    expect((await chargeCard(person, id, 5_000)).status).toBe(503);
    await app.bank.disarm();
    await app.ctx.pool.query('DELETE FROM saved_payments WHERE id = $1', [id]);
    await app.pass(11 * 60);
    const { rows } = await app.ctx.pool.query<{ id: ChargeId }>(
      'SELECT id FROM charges WHERE profile_id = $1',
      [person.profileId],
    );
    const charge = rows[0] && (await findCharge(app.ctx.db, rows[0].id));
    if (!charge) throw new Error('the charge is recorded');
    await requestCharge(app.ctx, app.services.payments, charge, 'person');
    expect([
      (await chargesOf(person.profileId ?? ''))[0]?.status,
      await walletOf(await app.join('removida')),
    ]).toEqual(['paid', { balance: 5_000, locked: 0 }]);
  });

  it('a charge that the acquirer never received fails, and polling ends', async () => {
    const person = await app.join('nunca');
    const { id } = await saveCard(person);
    await arm({ on: CALLS[acquirer][0], action: 'drop', when: 'before', times: 100 });
    expect((await chargeCard(person, id)).status).toBe(503);
    await app.bank.disarm();
    await lookAround(11 * 60);
    await lookAround(26 * 3_600);
    expect([
      await chargesOf(person.profileId ?? ''),
      await walletOf(await app.join('nunca')),
    ]).toEqual([
      [{ status: 'failed', code: 'gateway.unavailable', looked: false }],
      { balance: 0, locked: 0 },
    ]);
  });
});
