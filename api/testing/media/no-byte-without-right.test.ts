// No media byte is served without the right: a sample of what `npm run test:soak` tries 100,000
// times.
import { beforeAll, expect, test } from 'vitest';
import { type AddressFixtures, createAddressFixtures, SERVED_KINDS } from './valid-addresses.ts';
import { tryAddresses } from './try-addresses.ts';

const COUNT = 3_000;

let world: AddressFixtures;

beforeAll(async () => {
  world = await createAddressFixtures();
}, 180_000);

test(`${COUNT} wrong addresses answer nothing, and every right one answers bytes`, async () => {
  const {
    tried,
    leaks,
    valid: rights,
    refused: shut,
  } = await tryAddresses(world, {
    count: COUNT,
    seed: 20_261_121,
  });
  expect(leaks.slice(0, 10)).toEqual([]);
  expect(shut).toEqual([]);
  expect([...rights.keys()].sort()).toEqual([...SERVED_KINDS].sort());
  expect(Object.values(tried)).toEqual(Object.values(tried).map(() => COUNT / 6));
}, 180_000);
