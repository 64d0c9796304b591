// One secret per name and installation, whoever asks and however often.
import { beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import type { TestDatabase } from '../../testing/database.ts';
import { connectDatabase } from '../database/database.ts';
import { installationSecret } from './secret.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});

test('processes that ask at the same time get the same 256 bits', async () => {
  const others = Array.from({ length: 4 }, () => connectDatabase(database.url, { max: 1 }));
  const secrets = await Promise.all([...others.map(({ db }) => installationSecret(db, 'race')), installationSecret(database.db, 'race')]);
  await Promise.all(others.map((other) => other.close()));
  expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1);
  expect(secrets[0]).toHaveLength(32);
});

test('each name has its own, and a process reads it once', async () => {
  const first = await installationSecret(database.db, 'first');
  expect(first.equals(await installationSecret(database.db, 'second'))).toBe(false);
  await database.pool.query(`DELETE FROM installation WHERE name = 'first'`);
  expect((await installationSecret(database.db, 'first')).equals(first)).toBe(true);
});
