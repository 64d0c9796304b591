// Forensic watermark: an invisible mark identifies the buyer of an image copy, and tracing finds
// the buyer of a leaked copy.
import { createHmac } from 'node:crypto';
import { CELLS } from './forensic-pixels.ts';
import type { MediaEngine } from './port.ts';

/** One or minus one for each cell. Those of two copies have nothing to do with each other. */
const patternOf = (key: Buffer, copy: string): number[] => {
  // Two digests of 64 bytes are more bits than there are cells.
  const bits = Buffer.concat(
    [0, 1].map((part) => createHmac('sha512', key).update(`${copy} ${part}`).digest()),
  );
  return Array.from({ length: CELLS * CELLS }, (_, cell) =>
    ((bits[cell >> 3] ?? 0) >> (cell & 7)) & 1 ? 1 : -1,
  );
};

type MarkEngine = Pick<MediaEngine, 'markPicture' | 'compareMarks'>;

/** Puts the mark of `copy` into a picture; the result is WebP like the picture. */
export const markCopy = (
  media: MarkEngine,
  content: Buffer,
  key: Buffer,
  copy: string,
): Promise<Buffer> => media.markPicture({ content, cells: patternOf(key, copy) });

const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

export type MarkMatch = {
  copy: string;
  /** How surely: chance gives less than 5 to the best of a million others. */
  score: number;
};

/**
 * Compares a picture that turned up with the original rendition, and says how well each copy's mark
 * fits; the best first.
 */
export const traceCopy = async (
  media: MarkEngine,
  found: Buffer,
  original: Buffer,
  key: Buffer,
  copies: readonly string[],
): Promise<MarkMatch[]> => {
  const residue = await media.compareMarks({ found, original });
  const centre = mean(residue);
  const length = Math.hypot(...residue.map((value) => value - centre)) || 1;
  return copies
    .map((copy) => {
      const correlation =
        patternOf(key, copy).reduce(
          (sum, sign, cell) => sum + sign * ((residue[cell] ?? 0) - centre),
          0,
        ) /
        (length * CELLS);
      return { copy, score: correlation * CELLS };
    })
    .sort((one, other) => other.score - one.score);
};

/** A score from here on identifies the copy; a lower one does not. */
export const CERTAIN_SCORE = 8;
