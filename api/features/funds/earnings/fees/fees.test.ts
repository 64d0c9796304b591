// A producer's own fee: set by an administrator with a fresh proof, recorded, and kept of the sales
// after it.
import { randomUUID } from 'node:crypto';
import type { ProfileId } from '@camarim/contract/ids';
import { MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../../api-client.ts';
import { type TestApp, testApp } from '../../../../testing/app.ts';
import { joinAdmin } from '../../../../testing/producing.ts';
import { fill, joinProducer } from '../../../../testing/publishing.ts';
import { setStaffRole } from '../../../auth/index.ts';

let app: TestApp;
let admin: ApiClient;
const producerId = () => app.producer.profileId;
beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'tesoureira');
});

const earningsOfTip = async (): Promise<number> => {
  const { id } = await app.fan.call('POST /funds/tips', {
    body: { toProfileId: producerId(), value: 1_000 },
    idempotencyKey: randomUUID(),
  });
  const { rows } = await app.ctx.pool.query(
    `SELECT sum(e.amount)::int AS kept FROM ledger_entries e
      JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'revenue'
      WHERE e.transfer_id = $1`,
    [id],
  );
  return rows[0]?.kept as number;
};

test('a producer’s fee is the default until it is set, and again after it is removed', async () => {
  await fill(app, app.fan, 10_000);
  expect(
    await admin.call('GET /dsb/fees/{producerId}', { params: { producerId: producerId() } }),
  ).toEqual({ feeBps: 2_000, usualBps: 2_000, own: false, waitsForSecond: false, proposals: [] });
  expect(await earningsOfTip()).toBe(200);
  const set = (feeBps: number | null) =>
    admin.call('PUT /dsb/fees/{producerId}', {
      params: { producerId: producerId() },
      body: { feeBps, reason: 'contrato' },
    });
  expect(await set(500)).toEqual({
    feeBps: 500,
    usualBps: 2_000,
    own: true,
    waitsForSecond: false,
    proposals: [],
  });
  expect(await earningsOfTip()).toBe(50);
  expect(await set(null)).toMatchObject({ feeBps: 2_000, own: false });
  expect(await earningsOfTip()).toBe(200);
  const { rows } = await app.ctx.pool.query(
    `SELECT reason FROM admin_log WHERE action = 'producer.feeChanged' AND profile_id = $1
      ORDER BY id`,
    [producerId()],
  );
  expect(rows).toEqual([
    { reason: 'usual -> 500: contrato' },
    { reason: '500 -> usual: contrato' },
  ]);
});

test('the fee of an administrator who sells is set by another administrator', async () => {
  const seller = await joinProducer(app, 'chefevende');
  await setStaffRole({ db: app.ctx.db, clock: app.clock }, 'chefevende', 'owner', 'for a test');
  app.clock.advance(5_000);
  const params = { producerId: seller.profileId };
  const own = await seller.ask('PUT /dsb/fees/{producerId}', {
    params,
    body: { feeBps: 0, reason: 'minha' },
  });
  expect([own.status, own.reply.code]).toEqual([403, 'decision.own']);
  expect((await seller.call('GET /dsb/fees/{producerId}', { params })).own).toBe(false);
});

test('a fee is not set without recent authentication, or for a profile that is no producer', async () => {
  const change = (producer: ProfileId) =>
    admin.ask('PUT /dsb/fees/{producerId}', {
      params: { producerId: producer },
      body: { feeBps: 100, reason: 'x' },
    });
  expect((await change(app.fan.profileId)).reply.code).toBe('profile.notFound');
  app.clock.advance(11 * MINUTE_MS);
  expect([
    (await change(producerId())).reply.code,
    (await admin.call('GET /dsb/fees/{producerId}', { params: { producerId: producerId() } })).own,
  ]).toEqual(['stepUp.required', false]);
});

test('a fee that two administrators decide is set when a second one makes the same request', async () => {
  const strict = await testApp({ settings: { ADMIN_SECOND_PERSON: 'true' } });
  const [first, second] = [await joinAdmin(strict, 'primeira'), await joinAdmin(strict, 'segunda')];
  const params = { producerId: strict.producer.profileId };
  const set = async (person: ApiClient, feeBps: number | null) => {
    const { feeBps: now, waitsForSecond } = await person.call('PUT /dsb/fees/{producerId}', {
      params,
      body: { feeBps, reason: 'contrato' },
    });
    return [now, waitsForSecond];
  };
  expect(await set(first, 500)).toEqual([2_000, true]);
  const proposals = async (person: ApiClient) =>
    (await person.call('GET /dsb/fees/{producerId}', { params })).proposals.map(
      ({ feeBps, by, own, reason }) => [feeBps, by, own, reason],
    );
  expect(await proposals(first)).toEqual([[500, 'primeira', true, 'contrato']]);
  expect(await proposals(second)).toEqual([[500, 'primeira', false, 'contrato']]);
  expect(await set(second, 700)).toEqual([2_000, true]);
  expect(await proposals(second)).toHaveLength(2);
  expect(await set(second, 500)).toEqual([500, false]);
  expect(await proposals(second)).toEqual([]);
  // The agreement to 700 was one with another fee before it.
  expect(await set(first, 700)).toEqual([500, true]);
  expect(await set(second, null)).toEqual([500, true]);
  expect(await proposals(first)).toContainEqual([null, 'segunda', false, 'contrato']);
  expect(await set(first, null)).toEqual([2_000, false]);
  // From the usual fee 'segunda' agreed to 700 before, too: a change since then has ended that.
  expect(await set(first, 700)).toEqual([2_000, true]);
});

test('only the newest of one administrator’s proposals counts, however many they made', async () => {
  const strict = await testApp({ settings: { ADMIN_SECOND_PERSON: 'true' } });
  const [first, second] = [await joinAdmin(strict, 'primeira'), await joinAdmin(strict, 'segunda')];
  const params = { producerId: strict.producer.profileId };
  const set = async (person: ApiClient, feeBps: number) =>
    (
      await person.call('PUT /dsb/fees/{producerId}', {
        params,
        body: { feeBps, reason: `taxa ${feeBps}` },
      })
    ).waitsForSecond;
  expect(await set(second, 300)).toBe(true);
  for (let fee = 100; fee <= 2_500; fee += 100) {
    strict.clock.advance(1_000);
    // 'segunda' agreed to 300.
    if (fee !== 300) expect(await set(first, fee)).toBe(true);
  }
  const { proposals } = await second.call('GET /dsb/fees/{producerId}', { params });
  expect(proposals.map(({ feeBps, reason }) => [feeBps, reason])).toEqual([
    [2_500, 'taxa 2500'],
    [300, 'taxa 300'],
  ]);
  expect(await set(second, 2_400)).toBe(true);
  expect(await set(first, 300)).toBe(true);
  expect(await set(second, 300)).toBe(false);
});
