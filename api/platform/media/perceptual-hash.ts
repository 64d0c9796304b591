// A 64-bit hash that stays nearly the same when a picture is resized, recompressed or marked (DCT
// hash).
import type { Sharp } from 'sharp';

const SIDE = 32;
const LOW = 8;

const COSINES = Array.from({ length: LOW }, (_, u) =>
  Array.from({ length: SIDE }, (_, x) => Math.cos(((2 * x + 1) * u * Math.PI) / (2 * SIDE))),
);

/** Coefficient (u, v) of the low frequencies: sums over rows, then over columns. */
const lowFrequencies = (grey: Uint8Array): number[] => {
  const rows = Array.from({ length: SIDE }, (_, y) =>
    COSINES.map((cosines) =>
      cosines.reduce((sum, cosine, x) => sum + cosine * (grey[y * SIDE + x] ?? 0), 0),
    ),
  );
  return COSINES.flatMap((cosines) =>
    Array.from({ length: LOW }, (_, u) =>
      cosines.reduce((sum, cosine, y) => sum + cosine * (rows[y]?.[u] ?? 0), 0),
    ),
  );
};

/**
 * One bit per coefficient: above the median or not. As a signed 64-bit integer, the way the
 * database keeps it.
 */
export const hashOf = async (image: Sharp): Promise<bigint> => {
  const { data } = await image
    .flatten({ background: '#808080' })
    .greyscale()
    .resize(SIDE, SIDE, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const channels = data.length / (SIDE * SIDE);
  const grey = channels === 1 ? data : data.filter((_, index) => index % channels === 0);
  const coefficients = lowFrequencies(grey);
  // The first coefficient is the mean brightness; it would dominate.
  const median =
    coefficients.slice(1).sort((left, right) => left - right)[
      Math.floor((coefficients.length - 1) / 2)
    ] ?? 0;
  const bits = coefficients.reduce(
    (hash, coefficient) => (hash << 1n) | (coefficient > median ? 1n : 0n),
    0n,
  );
  return BigInt.asIntN(64, bits);
};

/** How many bits differ: up to about 10 it is the same picture. */
export const distance = (left: bigint, right: bigint): number => {
  let differing = BigInt.asUintN(64, left ^ right);
  let count = 0;
  for (; differing > 0n; differing &= differing - 1n) count += 1;
  return count;
};
