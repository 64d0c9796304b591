// No media byte is served without access: a sample of what `npm run test:soak` tries 100,000
// times.
import { beforeAll, expect, test } from 'vitest';
import { type AddressFixtures, createAddressFixtures, SERVED_KINDS } from './valid-addresses.ts';
import { tryAddresses } from './try-addresses.ts';

const COUNT = 1_200;

let world: AddressFixtures;

beforeAll(async () => {
  world = await createAddressFixtures();
}, 180_000);

test(`${COUNT} forged addresses serve no byte, and every valid one answers bytes`, async () => {
  const { tried, leaks, valid, refused } = await tryAddresses(world, {
    count: COUNT,
    seed: 20_261_121,
  });
  expect(leaks.slice(0, 10)).toEqual([]);
  expect(refused).toEqual([]);
  expect([...valid.keys()].sort()).toEqual([...SERVED_KINDS].sort());
  expect(Object.values(tried)).toEqual(Object.values(tried).map(() => COUNT / 6));
}, 180_000);
