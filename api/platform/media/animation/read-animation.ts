// Whether a picture moves, how long and how much: read from its headers, nothing is decoded. Runs
// only inside the sandboxed child.
import sharp from 'sharp';
import { MediaRefused } from '../port.ts';

/**
 * As of every picture: the child that reads it does not see the contract. A larger file is refused
 * by who renders pictures.
 */
export const ANIMATION_BYTES_MAX = 50 * 1024 * 1024;
/** Beyond these an animated picture is a video that should be sent as one. */
const ANIMATION_FRAMES_MAX = 1_000;
const ANIMATION_SECONDS_MAX = 60;
/**
 * Width x height x frames: all of them are in memory at once while they are decoded, with four
 * bytes each.
 */
export const ANIMATION_PIXELS_MAX = 250_000_000;

export type Animation = { width: number; height: number; delaysMs: number[] };

/** What browsers show for a delay that no screen can keep. */
const DELAY_MIN_MS = 11;
const DELAY_DEFAULT_MS = 100;
const shownDelay = (ms: number): number => (ms < DELAY_MIN_MS ? DELAY_DEFAULT_MS : ms);

const SIGNATURE_BYTES = 8;
/** Length, type and checksum around the data of a chunk of PNG. */
const CHUNK_BYTES = 12;
const FCTL_BYTES = 26;
/** Seconds without a denominator are hundredths (PNG, third edition, 11.3.6.2). */
const DENOMINATOR_DEFAULT = 100;

/** Walks the chunks, because the header may say less than there is. */
const readApng = (content: Buffer): Animation | null => {
  const delaysMs: number[] = [];
  let size: { width: number; height: number } | null = null;
  for (let at = SIGNATURE_BYTES; at + CHUNK_BYTES <= content.length;) {
    const [length, type, data] = [
      content.readUInt32BE(at),
      content.toString('latin1', at + 4, at + 8),
      at + 8,
    ];
    if (data + length > content.length)
      throw new MediaRefused('damaged', 'a chunk that is cut off');
    if (type === 'IHDR' && length >= 8)
      size = { width: content.readUInt32BE(data), height: content.readUInt32BE(data + 4) };
    if (type === 'fcTL') {
      if (length !== FCTL_BYTES)
        throw new MediaRefused('damaged', 'a frame that says too little of itself');
      const [above, below] = [content.readUInt16BE(data + 20), content.readUInt16BE(data + 22)];
      delaysMs.push(shownDelay((above * 1_000) / (below || DENOMINATOR_DEFAULT)));
    }
    at = data + length + 4;
  }
  return size && delaysMs.length > 1 ? { ...size, delaysMs } : null;
};

const readPages = async (content: Buffer): Promise<Animation | null> => {
  const refuse = (error: Error): never => {
    throw new MediaRefused('damaged', error.message);
  };
  const {
    width,
    height,
    pages = 1,
    pageHeight = height,
    delay = [],
  } = await sharp(content, { animated: true, limitInputPixels: false }).metadata().catch(refuse);
  return pages > 1
    ? {
        width,
        height: pageHeight,
        delaysMs: Array.from({ length: pages }, (_, index) => shownDelay(delay[index] ?? 0)),
      }
    : null;
};

/** Null for what does not move. Throws MediaRefused for what is damaged or too much. */
export const readAnimation = async (
  content: Buffer,
  contentType: string,
): Promise<Animation | null> => {
  const animation = contentType === 'image/apng' ? readApng(content) : await readPages(content);
  if (!animation) return null;
  const { width, height, delaysMs } = animation;
  const [frames, seconds] = [delaysMs.length, delaysMs.reduce((sum, ms) => sum + ms, 0) / 1_000];
  if (
    frames > ANIMATION_FRAMES_MAX ||
    seconds > ANIMATION_SECONDS_MAX ||
    width * height * frames > ANIMATION_PIXELS_MAX
  ) {
    throw new MediaRefused(
      'animationTooLarge',
      `${frames} frames of ${width} x ${height}, ${Math.round(seconds)} s`,
    );
  }
  return animation;
};

/** Pictures of these types may move. */
export const MAY_MOVE: ReadonlySet<string> = new Set(['image/gif', 'image/webp', 'image/apng']);
