// `npm run test:soak`: 100,000 addresses without the right, and not one byte.
import { beforeAll, expect, test } from 'vitest';
import { type AddressFixtures, createAddressFixtures, SERVED_KINDS } from './valid-addresses.ts';
import { tryAddresses } from './try-addresses.ts';

const ROUNDS = 10;
const EACH = 10_000;

let world: AddressFixtures;

beforeAll(async () => {
  world = await createAddressFixtures();
}, 300_000);

test(`${ROUNDS * EACH} wrong addresses answer nothing`, async () => {
  const urls = { leaks: [] as string[], shut: [] as string[], tried: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const {
      tried,
      leaks,
      valid: rights,
      refused: shut,
    } = await tryAddresses(world, {
      count: EACH,
      seed: 7_919 * (round + 1),
    });
    urls.leaks.push(...leaks);
    urls.shut.push(...shut);
    urls.tried += Object.values(tried).reduce((sum, count) => sum + count, 0);
    expect(rights.size).toBe(SERVED_KINDS.length);
  }
  expect(urls).toEqual({ leaks: [], shut: [], tried: ROUNDS * EACH });
}, 7_200_000);
