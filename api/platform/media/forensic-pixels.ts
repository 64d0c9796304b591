// The pixels of a buyer's mark: put into a picture, and taken out of one again. Runs only inside
// the sandboxed child.
import sharp, { type Sharp } from 'sharp';

/**
 * Cells along a side, each a little lighter or darker: so coarse that resizing and recompressing
 * leave them.
 */
export const CELLS = 24;
/** Steps of brightness, of 255; less than an eye sees where neighbours fade into each other. */
const STRENGTH = 1.2;
/** Both copies are compared at this size. */
const COMPARED_PX = CELLS * 20;
const NEUTRAL = 128;
/** 100 megapixels, as for uploads. */
const open = (path: string): Sharp =>
  sharp(path, { failOn: 'error', limitInputPixels: 100_000_000 });

/**
 * The picture with each cell (1 or -1, row by row) a little lighter or darker; what is transparent
 * stays so. WebP.
 */
export const mark = async (path: string, pattern: readonly number[]): Promise<Buffer> => {
  const { data, info } = await open(path)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const cells = Buffer.from(pattern.map((sign) => NEUTRAL + sign * (NEUTRAL - 1)));
  const veil = await sharp(cells, { raw: { width: CELLS, height: CELLS, channels: 1 } })
    .resize(info.width, info.height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  const factor = STRENGTH / NEUTRAL;
  const colours = info.channels > 3 ? 3 : info.channels;
  for (let pixel = 0, at = 0; pixel < veil.length; pixel += 1, at += info.channels) {
    const shift = ((veil[pixel] ?? NEUTRAL) - NEUTRAL) * factor;
    for (let channel = at; channel < at + colours; channel += 1)
      data[channel] = Math.max(0, Math.min(255, Math.round((data[channel] ?? 0) + shift)));
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .webp({ quality: 84 })
    .toBuffer();
};

const greys = (path: string): Promise<Buffer> =>
  open(path)
    .flatten({ background: '#808080' })
    .greyscale()
    .resize(COMPARED_PX, COMPARED_PX, { fit: 'fill' })
    .extractChannel(0)
    .raw()
    .toBuffer();

const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

/**
 * What is left of the copy when the picture itself, made lighter or darker as a whole, is taken
 * out: one number per cell.
 */
const residualsOf = (copy: Buffer, original: Buffer): number[] => {
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
    const cell =
      Math.floor(at / COMPARED_PX / side) * CELLS + Math.floor((at % COMPARED_PX) / side);
    cells[cell] =
      (cells[cell] ?? 0) +
      ((copy[at] ?? 0) - copyMean - contrast * ((original[at] ?? 0) - originalMean)) /
        (side * side);
  }
  return cells;
};

export const compare = async (found: string, original: string): Promise<number[]> =>
  residualsOf(await greys(found), await greys(original));
