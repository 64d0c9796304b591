// `npm run test:soak`: 100,000 addresses without access, and not one byte.
import { beforeAll, expect, test } from 'vitest';
import { type AddressFixtures, createAddressFixtures, SERVED_KINDS } from './valid-addresses.ts';
import { tryAddresses } from './try-addresses.ts';

const ROUNDS = 10;
const EACH = 10_000;

let world: AddressFixtures;

beforeAll(async () => {
  world = await createAddressFixtures();
}, 300_000);

test(`${ROUNDS * EACH} forged addresses serve no byte`, async () => {
  const urls = { leaks: [] as string[], refused: [] as string[], tried: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { tried, leaks, valid, refused } = await tryAddresses(world, {
      count: EACH,
      seed: 7_919 * (round + 1),
    });
    urls.leaks.push(...leaks);
    urls.refused.push(...refused);
    urls.tried += Object.values(tried).reduce((sum, count) => sum + count, 0);
    expect(valid.size).toBe(SERVED_KINDS.length);
  }
  expect(urls).toEqual({ leaks: [], refused: [], tried: ROUNDS * EACH });
}, 7_200_000);
