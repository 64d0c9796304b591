// One secret per name and installation, the same for every process.
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { connectDatabase } from '../database/database.ts';
import { createSeal, sealOfKey } from '../seal/seal.ts';
import { installationSecret, protectSecrets } from './secret.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

test('processes that ask at the same time get the same 256 bits', async () => {
  const others = Array.from({ length: 4 }, () => connectDatabase(database.url, { max: 1 }));
  const secrets = await Promise.all([
    ...others.map(({ db }) => installationSecret(db, 'race')),
    installationSecret(database.db, 'race'),
  ]);
  await Promise.all(others.map((other) => other.close()));
  expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
  expect(secrets[0]).toHaveLength(32);
});

test('each name has its own secret, which a process reads once', async () => {
  const first = await installationSecret(database.db, 'first');
  expect(first.equals(await installationSecret(database.db, 'second'))).toBe(false);
  await database.pool.query(`DELETE FROM installation WHERE name = 'first'`);
  expect((await installationSecret(database.db, 'first')).equals(first)).toBe(true);
});

/** Another process, with or without the operator's key. */
const asProcess = async (
  seal: ReturnType<typeof createSeal> | null,
  name: string,
): Promise<Buffer> => {
  const other = connectDatabase(database.url, { max: 1 });
  if (seal) protectSecrets(other.db, seal);
  return installationSecret(other.db, name).finally(() => other.close());
};
const rowOf = async (name: string): Promise<string> =>
  (await database.pool.query('SELECT value FROM installation WHERE name = $1', [name])).rows[0]
    .value;

test('a secret is sealed in the database with the operator’s key, and opens with that key alone', async () => {
  const seal = sealOfKey('a key that is kept apart from the database');
  const secret = await asProcess(seal, 'sealed');
  expect(await rowOf('sealed')).toMatch(/^sealed:/);
  expect(await rowOf('sealed')).not.toContain(secret.toString('base64url'));
  expect((await asProcess(seal, 'sealed')).equals(secret)).toBe(true);
  for (const wrong of [null, createSeal(randomBytes(32))])
    await expect(asProcess(wrong, 'sealed')).rejects.toThrow(/^DATA_KEY: the secret sealed/);
});

test('a secret that was made before there was a key stays the same, and is sealed from then on', async () => {
  const seal = sealOfKey('a key that was set later on');
  const secret = await asProcess(null, 'older');
  expect((await asProcess(seal, 'older')).equals(secret)).toBe(true);
  expect(await rowOf('older')).toMatch(/^sealed:/);
  expect((await asProcess(seal, 'older')).equals(secret)).toBe(true);
});

test('a sealed secret that is copied to another name does not open there', async () => {
  const seal = sealOfKey('a key that is kept apart from the database');
  await asProcess(seal, 'one place');
  await database.pool.query(
    "INSERT INTO installation (name, value) SELECT 'other place', value FROM installation WHERE name = 'one place'",
  );
  await expect(asProcess(seal, 'other place')).rejects.toThrow(/DATA_KEY/);
});
