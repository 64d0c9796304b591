// An invisible mark in a picture that tells who bought this copy, and finding the buyer of a copy that turned up elsewhere.
import { createHmac } from 'node:crypto';
import sharp from 'sharp';

/** Cells along a side, each a little lighter or darker: so coarse that resizing and recompressing leave them. */
const CELLS = 24;
/** Steps of brightness, of 255; less than an eye sees where neighbours fade into each other. */
const STRENGTH = 1.2;
/** Both copies are compared at this size. */
const COMPARED_PX = CELLS * 20;
const NEUTRAL = 128;

/** One or minus one for each cell. Those of two copies have nothing to do with each other. */
const patternOf = (key: Buffer, copy: string): number[] => {
  // Two digests of 64 bytes are more bits than there are cells.
  const bits = Buffer.concat([0, 1].map((part) => createHmac('sha512', key).update(`${copy} ${part}`).digest()));
  return Array.from({ length: CELLS * CELLS }, (_, cell) => (((bits[cell >> 3] ?? 0) >> (cell & 7)) & 1 ? 1 : -1));
};

/** Puts the mark of `copy` into a picture; the result is WebP like the picture. */
export const markCopy = async (content: Buffer, key: Buffer, copy: string): Promise<Buffer> => {
  const { data, info } = await sharp(content).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const cells = Buffer.from(patternOf(key, copy).map((sign) => NEUTRAL + sign * (NEUTRAL - 1)));
  const veil = await sharp(cells, { raw: { width: CELLS, height: CELLS, channels: 1 } }).resize(info.width, info.height, { fit: 'fill', kernel: 'cubic' }).extractChannel(0).raw().toBuffer();
  const factor = STRENGTH / NEUTRAL;
  for (let pixel = 0, at = 0; pixel < veil.length; pixel += 1, at += info.channels) {
    const shift = ((veil[pixel] ?? NEUTRAL) - NEUTRAL) * factor;
    for (let channel = at; channel < at + info.channels; channel += 1) data[channel] = Math.max(0, Math.min(255, Math.round((data[channel] ?? 0) + shift)));
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }).webp({ quality: 84 }).toBuffer();
};

const greys = (picture: Buffer): Promise<Buffer> => sharp(picture).flatten({ background: '#808080' }).greyscale().resize(COMPARED_PX, COMPARED_PX, { fit: 'fill' }).extractChannel(0).raw().toBuffer();

const mean = (values: ArrayLike<number>): number => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

/** What is left of the copy when the picture itself, made lighter or darker as a whole, is taken out: one number per cell. */
const residueOf = (copy: Buffer, original: Buffer): number[] => {
  const [copyMean, originalMean] = [mean(copy), mean(original)];
  let together = 0;
  let alone = 0;
  for (let at = 0; at < original.length; at += 1) {
    const deviation = (original[at] ?? 0) - originalMean;
    together += deviation * ((copy[at] ?? 0) - copyMean);
    alone += deviation * deviation;
  }
  const contrast = alone === 0 ? 1 : together / alone;
  const cells = Array.from({ length: CELLS * CELLS }, () => 0);
  const side = COMPARED_PX / CELLS;
  for (let at = 0; at < original.length; at += 1) {
    const cell = Math.floor(at / COMPARED_PX / side) * CELLS + Math.floor((at % COMPARED_PX) / side);
    cells[cell] = (cells[cell] ?? 0) + ((copy[at] ?? 0) - copyMean - contrast * ((original[at] ?? 0) - originalMean)) / (side * side);
  }
  return cells;
};

export type Suspicion = { copy: string; /** How surely: chance gives less than 5 to the best of a million others. */ score: number };

/** Compares a picture that turned up with the original rendition, and says how well each copy's mark fits; the best first. */
export const traceCopy = async (found: Buffer, original: Buffer, key: Buffer, copies: readonly string[]): Promise<Suspicion[]> => {
  const residue = residueOf(await greys(found), await greys(original));
  const centre = mean(residue);
  const length = Math.hypot(...residue.map((value) => value - centre)) || 1;
  return copies
    .map((copy) => {
      const correlation = patternOf(key, copy).reduce((sum, sign, cell) => sum + sign * ((residue[cell] ?? 0) - centre), 0) / (length * CELLS);
      return { copy, score: correlation * CELLS };
    })
    .sort((one, other) => other.score - one.score);
};

/** From here on it is that copy; below it may be any. */
export const CERTAIN_SCORE = 8;
