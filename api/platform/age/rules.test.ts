// Which age rule applies where, and how a proof is signed and read.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readProof, signProof } from './proof.ts';
import { type AgeRule, DEFAULT_RULES, ruleFor } from './rules.ts';

test.each([
  ['BR', null, 'verified'],
  ['BR', 'SP', 'verified'],
  ['GB', null, 'verified'],
  ['US', 'TX', 'verified'],
  ['US', 'NY', 'declaration'],
  // Somewhere in a country of which some states ask for a proof.
  ['US', null, 'verified'],
  ['PT', null, 'declaration'],
  ['ZZ', null, 'declaration'],
])('a visitor in %s %s needs: %s', (country, state, requires) => {
  expect(ruleFor(DEFAULT_RULES, { country, state }).requires).toBe(requires);
});

test('a visitor whose state is not reported has the rule of the strictest states of the United States', () => {
  expect(ruleFor(DEFAULT_RULES, { country: 'US', state: null })).toMatchObject({
    requires: 'verified',
    estimation: false,
  });
});

const rule = (part: Partial<AgeRule>): AgeRule => ({
  country: 'AU',
  state: null,
  requires: 'verified',
  proofSeconds: 3_600,
  methods: null,
  estimation: true,
  doubleBlind: false,
  ...part,
});

test.each<[string, Partial<AgeRule>, Partial<AgeRule>]>([
  ['a proof before a declaration', { doubleBlind: true, requires: 'declaration' }, {}],
  ['double blindness before anything else', { estimation: false }, { doubleBlind: true }],
  ['no estimates before named ways', { methods: ['wallet'] }, { estimation: false }],
  ['named ways before all ways', { proofSeconds: 60 }, { methods: ['wallet', 'oidc'] }],
  ['fewer named ways', { methods: ['wallet', 'oidc'] }, { methods: ['yoti'] }],
  ['a shorter proof', {}, { proofSeconds: 60 }],
])(
  'a visitor of a country whose state is not reported gets %s, whichever state asks for it',
  (_, laxer, stricter) => {
    for (const [national, regional] of [
      [laxer, stricter],
      [stricter, laxer],
    ]) {
      const rules = [rule({ ...national }), rule({ ...regional, state: 'QLD' })];
      expect(ruleFor(rules, { country: 'AU', state: null })).toMatchObject(stricter);
      expect(ruleFor(rules, { country: 'AU', state: 'QLD' })).toMatchObject(regional ?? {});
      expect(ruleFor(rules, { country: 'AU', state: 'NSW' })).toMatchObject(national ?? {});
    }
  },
);

test('an unknown state of a country without a rule for its other states gets that of all other places', () => {
  const rules = [rule({ country: '*', doubleBlind: true }), rule({ state: 'QLD' })];
  expect(ruleFor(rules, { country: 'AU', state: null })).toMatchObject({ doubleBlind: true });
  expect(ruleFor([rule({ state: 'QLD' })], { country: 'AU', state: null }).requires).toBe(
    'verified',
  );
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
