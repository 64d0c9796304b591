// Card keys are shared: every process opens cards of every key, and a used card is used for all.
import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@camarim/contract/time';
import { CompactEncrypt, importJWK } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../testing/database.ts';
import type { PaymentProvider } from '../port.ts';
import { createRedeProvider } from '../rede/rede.ts';
import type { SandboxAccess } from '../sandbox-process.ts';
import { testSandbox } from '../../../testing/sandbox.ts';
import { cardKeyStore } from './card-key-store.ts';
import { type CardKeys, fingerprintOf, kidOf } from './card-keys.ts';

let sandbox: SandboxAccess;
let database: TestDatabase;
let aheadMs = 0;
const opened: PaymentProvider[] = [];
beforeAll(async () => {
  [sandbox, database] = await Promise.all([testSandbox(), testDatabase()]);
});
beforeEach(async () => {
  aheadMs = 0;
  await database.pool.query('DELETE FROM card_keys');
});
afterAll(async () => {
  await Promise.all(opened.map((provider) => provider.close()));
});

const SECRET = 'a1'.repeat(32);
/** One vault process, as each process of an installation has. */
const processWith = (secret = SECRET): PaymentProvider => {
  const cardKeys: CardKeys = { store: cardKeyStore(database.db), secret: async () => secret };
  const provider = createRedeProvider(
    { ...sandbox.rede, timeoutMs: 60_000, cardKeys },
    { now: () => new Date(Date.now() + aheadMs) },
  );
  opened.push(provider);
  return provider;
};
const keyAt = (provider: PaymentProvider) =>
  provider.cards?.publicKey() ?? Promise.reject(new Error('no cards'));
const encryptTo = async ({ jwk, kid }: Awaited<ReturnType<typeof keyAt>>): Promise<string> =>
  new CompactEncrypt(
    new TextEncoder().encode(
      JSON.stringify({
        nonce: randomUUID(),
        number: '5448280000000007',
        holderName: 'PESSOA DE TESTE',
        expiration: '12/2031',
        cvv: '235',
      }),
    ),
  )
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid })
    .encrypt(await importJWK(jwk, 'RSA-OAEP-256'));
const keepAt = (provider: PaymentProvider, jwe: string) =>
  provider.cards?.store({ jwe, brandId: 2, email: 'pessoa@example.com' });

// These tests start processes that make keys, on a machine that may be busy.
describe('card keys of two processes', () => {
  it('processes share one key and open each other’s cards', async () => {
    const [one, other] = [processWith(), processWith()];
    const [first, second] = await Promise.all([keyAt(one), keyAt(other)]);
    expect(second.kid).toBe(first.kid);
    expect((await database.pool.query('SELECT kid FROM card_keys')).rows).toEqual([
      { kid: first.kid },
    ]);
    expect(await keepAt(other, await encryptTo(first))).toMatchObject({ last4: '0007' });
    expect(await keepAt(one, await encryptTo(first))).toMatchObject({ last4: '0007' });
    // A process started later has the key from the store.
    expect(await keepAt(processWith(), await encryptTo(first))).toMatchObject({ last4: '0007' });
  });

  it('a card used in one process is refused in another, also in another encoding', async () => {
    const [one, other] = [processWith(), processWith()];
    const jwe = await encryptTo(await keyAt(one));
    await keepAt(one, jwe);
    await expect(keepAt(other, jwe)).rejects.toMatchObject({ outcome: 'refused' });
    await expect(keepAt(other, `${jwe}==`)).rejects.toMatchObject({ outcome: 'refused' });
    expect(fingerprintOf(`${jwe}==`).equals(fingerprintOf(jwe))).toBe(true);
  });

  it('a key is issued for five minutes, opens cards for ten, and is then deleted', async () => {
    const [one, other] = [processWith(), processWith()];
    const first = await keyAt(one);
    const [jwe, late] = [await encryptTo(first), await encryptTo(first)];
    aheadMs = 6 * MINUTE_MS;
    expect((await keyAt(other)).kid).not.toBe(first.kid);
    expect(await keepAt(other, jwe)).toMatchObject({ last4: '0007' });
    aheadMs = 10 * MINUTE_MS + 5_000;
    await expect(keepAt(other, late)).rejects.toMatchObject({ outcome: 'refused' });
    aheadMs = 12 * MINUTE_MS;
    await keyAt(one);
    expect(
      (await database.pool.query('SELECT 1 FROM card_keys WHERE kid = $1', [first.kid])).rowCount,
    ).toBe(0);
    expect(
      (await database.pool.query('SELECT 1 FROM card_uses WHERE kid = $1', [first.kid])).rowCount,
    ).toBe(0);
  });
});

it('cards do not open with another secret, or with an old key that claims to be new', async () => {
  const one = processWith();
  const key = await keyAt(one);
  await expect(keepAt(processWith('b2'.repeat(32)), await encryptTo(key))).rejects.toMatchObject({
    outcome: 'refused',
  });
  await database.pool.query("UPDATE card_keys SET made_at = made_at + interval '1 minute'");
  await expect(keepAt(processWith(), await encryptTo(key))).rejects.toMatchObject({
    outcome: 'refused',
  });
});

it('the database holds private keys only sealed', async () => {
  await keyAt(processWith());
  const { rows } = await database.pool.query('SELECT jwk, sealed FROM card_keys');
  expect(Object.keys(rows[0].jwk).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  expect(kidOf(rows[0].sealed)).toBe(rows[0].jwk.kid);
  expect(Buffer.from(rows[0].sealed.split('.')[3], 'base64url').toString('latin1')).not.toMatch(
    /"[dpq]":"/,
  );
});
