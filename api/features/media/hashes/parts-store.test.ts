// The search for near hashes by their parts finds exactly what a comparison with every hash finds.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { PDQ_SAME_BITS } from '../../../platform/media/pdq.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { blockHashes, resemblesBlocked } from './hashes-store.ts';
import { PARTS } from './parts-store.ts';

const BITS = 256;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

type Bits = readonly boolean[];
const hexOf = (bits: Bits): string =>
  Array.from({ length: BITS / 4 }, (_, place) =>
    Number.parseInt(
      bits
        .slice(place * 4, place * 4 + 4)
        .map(Number)
        .join(''),
      2,
    ).toString(16),
  ).join('');
const turn = (bits: Bits, places: readonly number[]): Bits =>
  bits.map((bit, place) => bit !== places.includes(place));
const distance = (one: Bits, other: Bits): number =>
  one.filter((bit, place) => bit !== other[place]).length;

const block = (hashes: readonly Bits[]) =>
  blockHashes(app.ctx.db, hashes.map(hexOf), {
    requestId: randomUUID(),
    reason: 'ordem',
    adminId: null,
    now: new Date(),
  });
/** The 64-bit hashes are of another picture. */
const isFound = (asked: Bits): Promise<boolean> => {
  const hash = hexOf(asked);
  return resemblesBlocked(app.ctx.db, [
    { hashes: [0n, 0n], pdq: { hash, variants: [hash], quality: 100 } },
  ]);
};

const hash = fc.array(fc.boolean(), { minLength: BITS, maxLength: BITS });
const places = (bits: number, max: number) =>
  fc.uniqueArray(fc.nat({ max: max - 1 }), { minLength: bits, maxLength: bits });

test('the parts of a hash are all of its bits, each once', () => {
  const bits = PARTS.flatMap((part) =>
    Array.from({ length: part.bits }, (_, place) => part.from + place),
  );
  expect(bits).toEqual(Array.from({ length: BITS }, (_, place) => place + 1));
});

test('a hash is found within 31 bits wherever they differ, and not from 32 bits on', async () => {
  await fc.assert(
    fc.asyncProperty(
      hash,
      fc.integer({ min: 0, max: PDQ_SAME_BITS + 9 }).chain((bits) => places(bits, BITS)),
      async (stored, turned) => {
        await app.ctx.pool.query('DELETE FROM blocked_pictures');
        await block([stored]);
        expect(await isFound(turn(stored, turned))).toBe(turned.length <= PDQ_SAME_BITS);
      },
    ),
    { numRuns: 60 },
  );
});

test('a hash is found when its other bits are spread so that one part alone leads to it', async () => {
  await fc.assert(
    fc.asyncProperty(hash, fc.nat({ max: PARTS.length - 1 }), async (stored, leading) => {
      // One bit more than is searched for in every part but the leading one.
      const turned = PARTS.flatMap(({ from, turned: searched }, place) =>
        Array.from(
          { length: place === leading ? searched : searched + 1 },
          (_, bit) => from - 1 + bit * 7,
        ),
      );
      expect(turned).toHaveLength(PDQ_SAME_BITS);
      await app.ctx.pool.query('DELETE FROM blocked_pictures');
      await block([stored]);
      expect(await isFound(turn(stored, turned))).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('among alike hashes the search by parts finds the same as a comparison with each', async () => {
  const cluster = fc.tuple(hash, fc.array(places(25, BITS), { minLength: 30, maxLength: 30 }));
  await fc.assert(
    fc.asyncProperty(cluster, places(20, BITS), async ([middle, spread], asked) => {
      const stored = spread.map((turned) => turn(middle, turned));
      await app.ctx.pool.query('DELETE FROM blocked_pictures');
      await block(stored);
      const question = turn(middle, asked);
      const nearest = Math.min(...stored.map((one) => distance(one, question)));
      expect(await isFound(question)).toBe(nearest <= PDQ_SAME_BITS);
    }),
    { numRuns: 30 },
  );
});
