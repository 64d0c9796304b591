// Which age rule applies where, and how a proof is signed and read.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readProof, signProof } from './proof.ts';
import { DEFAULT_RULES, ruleFor } from './rules.ts';

test.each([
  ['BR', null, 'verified'],
  ['BR', 'SP', 'verified'],
  ['GB', null, 'verified'],
  ['US', 'TX', 'verified'],
  ['US', 'NY', 'declaration'],
  ['US', null, 'declaration'],
  ['PT', null, 'declaration'],
  ['ZZ', null, 'declaration'],
])('a visitor in %s %s needs: %s', (country, state, requires) => {
  expect(ruleFor(DEFAULT_RULES, { country, state }).requires).toBe(requires);
});

test('a place without a rule requires a proof of age', () => {
  expect(ruleFor([], { country: 'AR', state: null }).requires).toBe('verified');
});

test('a proof of age is accepted only unchanged and with the key that signed it', () => {
  const key = randomBytes(32);
  const proof = {
    subject: 'A'.repeat(22),
    method: 'local',
    version: 3,
    expiresSeconds: 1_800_000_000,
  } as const;
  const token = signProof(key, proof);
  expect(readProof(key, token)).toEqual(proof);
  expect(readProof(randomBytes(32), token)).toBeNull();
  expect(readProof(key, token.replace('.3.', '.4.'))).toBeNull();
  expect(readProof(key, token.replace('1800000000', '1900000000'))).toBeNull();
  expect(readProof(key, token.replace('local', 'document'))).toBeNull();
  for (const text of ['', 'x', token.slice(0, -1), `${token}A`, token.replace('AA', 'B')])
    expect(readProof(key, text)).toBeNull();
});
