// Brands by first digits: the ids of the specification, and ranges that the library lacks.
import { expect, it } from 'vitest';
import { brandOf } from './brands.ts';

it.each([
  ['411111', 1],
  ['544828', 2],
  ['222300', 2],
  ['376449', 3],
  ['606282', 5],
  ['604201', 12],
  ['589657', 12],
  ['627892', 29],
  ['636414', 29],
  ['364901', 33],
  ['636297', 41],
  ['506699', 41],
  ['356600', 43],
] as const)('%s is of brand %i', (bin, id) => {
  expect(brandOf(bin)?.id).toBe(id);
});

it.each(['621234', '000000', '999999', '675911'])('%s is of no brand that is taken', (bin) => {
  expect(brandOf(bin)).toBeNull();
});

it('the brand of a card determines how long its number and its code are', () => {
  expect(brandOf('376449')).toMatchObject({ lengths: [15], codeSize: 4 });
  expect(brandOf('411111')).toMatchObject({ codeSize: 3 });
});
