// Password hashing: its parameters, off the event loop, with a bounded queue.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseOptions } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { ARGON2, createPasswords, DECOY_HASH, hashingCost } from './passwords.ts';

const PASSWORD = 'gato sobe o telhado às seis';

test('passwords are hashed by argon2id with 19 MiB, 2 passes and one lane', async () => {
  const hash = await createPasswords().hash(PASSWORD);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(hash).not.toContain(PASSWORD);
});

test.each(['local', 'production'] as const)('a hash costs its full price in %s', (environment) => {
  expect(hashingCost({ CAMARIM_ENV: environment })).toBe(ARGON2);
});

test('a password is verified whatever the Unicode form of its accents', async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash(PASSWORD.normalize('NFC'));
  expect(await passwords.verify(stored, PASSWORD.normalize('NFD'))).toBe(true);
  expect(await passwords.verify(stored, `${PASSWORD} `)).toBe(false);
});

test('the decoy hash of unknown accounts costs as much as a real hash', async () => {
  const { memoryCost, timeCost, parallelism, algorithm } = parseOptions(DECOY_HASH);
  expect({ memoryCost, timeCost, parallelism }).toEqual(ARGON2);
  expect(algorithm).toBe(parseOptions(await createPasswords().hash('x')).algorithm);
  expect(await createPasswords().verify(null, PASSWORD)).toBe(false);
});

test('hashing beyond the queue is refused with Retry-After, and queued calls run in order', async () => {
  const passwords = createPasswords({ parallel: 1, waitingMax: 2 });
  const served: number[] = [];
  const first = [1, 2, 3].map((number) => passwords.hash('x').then(() => served.push(number)));
  await expect(passwords.hash('x')).rejects.toMatchObject({
    code: 'server.unavailable',
    data: { retryAfterSeconds: 5 },
  });
  await Promise.all(first);
  expect(served).toEqual([1, 2, 3]);
  await expect(passwords.hash('x')).resolves.toBeTypeOf('string');
});

test('a failed hash frees its slot', async () => {
  const passwords = createPasswords({ parallel: 1, waitingMax: 1 });
  await expect(passwords.verify('not a hash', 'x')).rejects.toThrow('Decoding failed');
  await expect(passwords.hash('x')).resolves.toBeTypeOf('string');
});

test('hashing passwords does not block the event loop', async () => {
  const passwords = createPasswords();
  let turns = 0;
  let hashing = true;
  const all = Promise.all(Array.from({ length: 12 }, () => passwords.hash('x'))).then(() => {
    hashing = false;
  });
  while (hashing) {
    await sleep(1);
    turns += 1;
  }
  await all;
  expect(turns).toBeGreaterThan(10);
});
