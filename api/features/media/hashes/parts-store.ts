// The search for near hashes by their parts (multi-index hashing): of the parts of two hashes that
// differ in few bits, one differs in very few, so that equal keys of an index find it.
import { type RawBuilder, sql } from 'kysely';
import { PDQ_SAME_BITS } from '../../../platform/media/pdq.ts';

/** One part of a hash: its place, and in how many of its bits it is searched for. */
type Part = { from: number; bits: number; turned: 1 | 2 };

const WIDE = [24, 24, 24, 24, 23, 23, 23, 23, 23, 23];

/**
 * The parts of a hash. If more than two bits differ in each of ten parts, and more than one in the
 * last, at least 32 bits differ: within 31 bits no hash is missed. Longer parts are shared by fewer
 * other hashes, whose rows would be read for nothing; for the more bits there are more keys to ask
 * for. The indexes of the migrations have the same expressions.
 */
export const PARTS: readonly Part[] = [
  ...WIDE.map((bits, place) => ({
    from: WIDE.slice(0, place).reduce((sum, one) => sum + one, 1),
    bits,
    turned: 2 as const,
  })),
  { from: 235, bits: 22, turned: 1 },
];

const MISSED_FROM = PARTS.reduce((sum, { turned }) => sum + turned + 1, 0);
if (MISSED_FROM <= PDQ_SAME_BITS) throw new Error('the parts miss hashes that count as the same');

/** What turns none of so many bits, one of them, or as many as the part allows. */
const masksOf = ({ bits, turned }: Part): number[] => {
  const single = Array.from({ length: bits }, (_, bit) => 1 << bit);
  const pairs =
    turned === 1 ? [] : single.flatMap((one, place) => single.slice(0, place).map((b) => one | b));
  return [0, ...single, ...pairs];
};

const partOf = (column: string, { from, bits }: Part): string =>
  `substring(${column} FROM ${from} FOR ${bits})::integer`;

/**
 * Whether a part of the indexed hash differs from that of the other in one or two bits at most; it
 * holds for all that are within 31 bits, and for some others.
 */
export const sharesPart = (indexed: string, asked: string): RawBuilder<boolean> =>
  sql.raw(
    `(${PARTS.map(
      (part) =>
        `${partOf(indexed, part)} = ANY(ARRAY(SELECT ${partOf(asked, part)} # mask FROM unnest('{${masksOf(part).join(',')}}'::integer[]) mask))`,
    ).join(' OR ')})`,
  );
