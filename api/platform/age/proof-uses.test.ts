// A proof of age that is shared by many networks is revoked; a proof of one moving phone is not.
import { expect, test } from 'vitest';
import { createProofUses } from './proof-uses.ts';

test('a published proof of age is revoked after too many networks used it', () => {
  const mayUse = createProofUses({ networksMax: 3 });
  expect(
    ['203.0.113.1', '198.51.100.1', '192.0.2.1', '10.0.0.1', '203.0.113.1'].map((address) =>
      mayUse('published', address),
    ),
  ).toEqual([true, true, true, false, false]);
});

test('addresses of one network count once, and each proof is counted separately', () => {
  const mayUse = createProofUses({ networksMax: 2 });
  for (let index = 0; index < 200; index += 1)
    expect([mayUse('mine', `203.0.113.${index}`), mayUse('mine', `2001:db8::${index}`)]).toEqual([
      true,
      true,
    ]);
  expect(mayUse('another', '192.0.2.1')).toBe(true);
});
