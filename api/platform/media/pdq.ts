// PDQ, the 256-bit hash that Meta published for matching pictures (ThreatExchange, hashing.pdf):
// nearly the same for a picture that was resized, recompressed or marked. Lists of hashes of other
// services (StopNCII, NCMEC) use it, so bits and their order follow the reference implementation.
import type { Sharp } from 'sharp';
import type { PictureHash } from './port.ts';

/** Side of the picture that the hash is made of, and of the low frequencies that it keeps. */
const SIDE = 64;
const LOW = 16;
const PDQ_BYTES = (LOW * LOW) / 8;
/**
 * Larger pictures are made smaller first, as the publication recommends: the blur costs by the
 * pixel.
 */
const HASHED_PX = 512;
/** Too small to say anything. */
const PIXELS_MIN = 5;
const BLUR_PASSES = 2;
const QUALITY_SCALE = 90;
const QUALITY_MAX = 100;

/** Two pictures are the same up to so many different bits, says the publication. */
export const PDQ_SAME_BITS = 31;
/**
 * Below this quality, says the publication, a hash means too little to call two pictures the same
 * by it: dark and smooth pictures, which are compared by `PDQ_PLAIN_SAME_BITS`.
 */
export const PDQ_QUALITY_MIN = 50;
/**
 * Up to so many bits a plain picture is the same as another: recompressed ones are mostly within
 * them (decision 0071), and of different drawings nearly none are.
 */
export const PDQ_PLAIN_SAME_BITS = 24;

/** Whether the picture is of one colour: all hashes of such pictures are the same. */
export const isFlat = (hash: string): boolean => /^0+$/.test(hash);

const WEIGHTS = { red: 0.299, green: 0.587, blue: 0.114 };

/** Cosines of the frequencies 1 to 16 of 64 places. */
const COSINES = Float32Array.from({ length: LOW * SIDE }, (_, index) => {
  const [frequency, place] = [Math.floor(index / SIDE) + 1, index % SIDE];
  return Math.sqrt(2 / SIDE) * Math.cos((Math.PI / (2 * SIDE)) * frequency * (2 * place + 1));
});

/**
 * A moving average over `count` values that lie `step` apart, written to `to`. At the ends the
 * window is smaller.
 */
const average = (
  from: Float32Array,
  to: Float32Array,
  { start, count, step, window }: { start: number; count: number; step: number; window: number },
): void => {
  const half = Math.floor((window + 2) / 2);
  let sum = 0;
  let [left, right] = [0, 0];
  for (let place = 0; place < count; place += 1) {
    const end = Math.min(count, place + half);
    const begin = Math.max(0, place + half - window);
    for (; right < end; right += 1) sum = Math.fround(sum + (from[start + right * step] ?? 0));
    for (; left < begin; left += 1) sum = Math.fround(sum - (from[start + left * step] ?? 0));
    to[start + place * step] = sum / (right - left);
  }
};

/**
 * Blurs by a tent filter of half a block of the small picture, and takes the centre of each block.
 */
const shrink = (luma: Float32Array, width: number, height: number): Float32Array => {
  const spare = new Float32Array(luma.length);
  const along = { row: Math.ceil(width / (2 * SIDE)), column: Math.ceil(height / (2 * SIDE)) };
  for (let pass = 0; pass < BLUR_PASSES; pass += 1) {
    for (let row = 0; row < height; row += 1)
      average(luma, spare, { start: row * width, count: width, step: 1, window: along.row });
    for (let column = 0; column < width; column += 1)
      average(spare, luma, { start: column, count: height, step: width, window: along.column });
  }
  const centre = (place: number, size: number) => Math.floor(((place + 0.5) * size) / SIDE);
  return Float32Array.from(
    { length: SIDE * SIDE },
    (_, index) =>
      luma[centre(Math.floor(index / SIDE), height) * width + centre(index % SIDE, width)] ?? 0,
  );
};

/** How much happens in the picture, 0 to 100: the sum of its steps of brightness. */
const qualityOf = (small: Float32Array): number => {
  let steps = 0;
  const step = (one: number, other: number) =>
    Math.abs(Math.trunc((((small[one] ?? 0) - (small[other] ?? 0)) * 100) / 255));
  for (let row = 0; row < SIDE; row += 1)
    for (let column = 0; column < SIDE; column += 1) {
      const here = row * SIDE + column;
      if (row < SIDE - 1) steps += step(here, here + SIDE);
      if (column < SIDE - 1) steps += step(here, here + 1);
    }
  return Math.min(QUALITY_MAX, Math.floor(steps / QUALITY_SCALE));
};

/**
 * Coefficients of the frequencies 1 to 16 in both directions; the mean brightness is not among
 * them.
 */
const frequenciesOf = (small: Float32Array): Float32Array => {
  const rows = new Float32Array(LOW * SIDE);
  for (let low = 0; low < LOW; low += 1)
    for (let column = 0; column < SIDE; column += 1) {
      let sum = 0;
      for (let row = 0; row < SIDE; row += 1)
        sum += (COSINES[low * SIDE + row] ?? 0) * (small[row * SIDE + column] ?? 0);
      rows[low * SIDE + column] = sum;
    }
  const out = new Float32Array(LOW * LOW);
  for (let low = 0; low < LOW; low += 1)
    for (let other = 0; other < LOW; other += 1) {
      let sum = 0;
      for (let column = 0; column < SIDE; column += 1)
        sum += (rows[low * SIDE + column] ?? 0) * (COSINES[other * SIDE + column] ?? 0);
      out[low * LOW + other] = sum;
    }
  return out;
};

/** One bit for each value: above the limit or not. The last value is the first bit. */
const bitsAbove = (values: Float32Array, limit: number): string => {
  const bits = Buffer.alloc(PDQ_BYTES);
  values.forEach((value, index) => {
    const byte = PDQ_BYTES - 1 - (index >> 3);
    if (value > limit) bits[byte] = (bits[byte] ?? 0) | (1 << (index & 7));
  });
  return bits.toString('hex');
};

const bitsOf = (frequencies: Float32Array): string =>
  bitsAbove(
    frequencies,
    Float32Array.from(frequencies).sort((one, other) => one - other)[(LOW * LOW) / 2 - 1] ?? 0,
  );

type Turn = (row: number, column: number) => { swap: boolean; negative: boolean };

/**
 * What turning or mirroring a picture does to its coefficients: rows and columns change places, and
 * those of odd or even frequencies change their sign.
 */
const TURNS: readonly Turn[] = [
  (_, column) => ({ swap: true, negative: column % 2 === 0 }),
  (row, column) => ({ swap: false, negative: (row + column) % 2 === 1 }),
  (row) => ({ swap: true, negative: row % 2 === 0 }),
  (row) => ({ swap: false, negative: row % 2 === 0 }),
  (_, column) => ({ swap: false, negative: column % 2 === 0 }),
  () => ({ swap: true, negative: false }),
  (row, column) => ({ swap: true, negative: (row + column) % 2 === 1 }),
];

const turned = (frequencies: Float32Array, turn: Turn): Float32Array => {
  const out = new Float32Array(frequencies.length);
  frequencies.forEach((value, index) => {
    const [row, column] = [Math.floor(index / LOW), index % LOW];
    const { swap, negative } = turn(row, column);
    out[swap ? column * LOW + row : index] = negative ? -value : value;
  });
  return out;
};

/** The hash of pixels of three channels. */
export const pdqOfPixels = (rgb: Uint8Array, width: number, height: number): PictureHash => {
  if (width < PIXELS_MIN || height < PIXELS_MIN) {
    const none = '00'.repeat(PDQ_BYTES);
    return { hash: none, variants: [none], quality: 0 };
  }
  const luma = Float32Array.from(
    { length: width * height },
    (_, pixel) =>
      WEIGHTS.red * (rgb[3 * pixel] ?? 0) +
      WEIGHTS.green * (rgb[3 * pixel + 1] ?? 0) +
      WEIGHTS.blue * (rgb[3 * pixel + 2] ?? 0),
  );
  const small = shrink(luma, width, height);
  const frequencies = frequenciesOf(small);
  const hash = bitsOf(frequencies);
  return {
    hash,
    variants: [hash, ...TURNS.map((turn) => bitsOf(turned(frequencies, turn)))],
    quality: qualityOf(small),
  };
};

/** The hash of a picture; transparent parts are grey, as in no picture that people send. */
export const pdqOf = async (image: Sharp): Promise<PictureHash> => {
  const { data, info } = await image
    .flatten({ background: '#808080' })
    .toColourspace('srgb')
    .resize({ width: HASHED_PX, height: HASHED_PX, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rgb =
    info.channels === 3
      ? data
      : Uint8Array.from(
          { length: info.width * info.height * 3 },
          (_, index) =>
            data[Math.floor(index / 3) * info.channels + (info.channels > 2 ? index % 3 : 0)] ?? 0,
        );
  return pdqOfPixels(rgb, info.width, info.height);
};

const bitAt = (bytes: Buffer, index: number): boolean =>
  (((bytes[PDQ_BYTES - 1 - (index >> 3)] ?? 0) >> (index & 7)) & 1) === 1;

/**
 * The hashes of the turned and mirrored pictures, in the order of `variants`, of a picture that is
 * not there any more. On photos 0 to 32 bits off those of the turned picture, because the median is
 * taken for 0.
 */
export const turnedHashes = (hash: string): string[] => {
  const bytes = Buffer.from(hash, 'hex');
  const signs = Float32Array.from({ length: LOW * LOW }, (_, index) =>
    bitAt(bytes, index) ? 1 : -1,
  );
  return [hash, ...TURNS.map((turn) => bitsAbove(turned(signs, turn), 0))];
};

const BITS = Uint8Array.from({ length: 256 }, (_, byte) => {
  let count = 0;
  for (let left = byte; left > 0; left &= left - 1) count += 1;
  return count;
});

/** How many bits of two hashes differ. */
export const pdqDistance = (one: string, other: string): number => {
  const [left, right] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return left.reduce((sum, byte, index) => sum + (BITS[byte ^ (right[index] ?? 0)] ?? 0), 0);
};
