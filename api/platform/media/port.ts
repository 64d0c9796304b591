// What the product asks of whatever reads and renders media: judge a file by its content, and make safe pictures of it.

/** Why a file is refused; the caller maps it to a text. */
export type RefusalReason = 'typeNotAllowed' | 'forged' | 'damaged' | 'tooManyPixels' | 'tooLarge';

/** The file can't be used. It was judged by its content, in a process that can do no harm. */
export class MediaRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, detail: string) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
  }
}

export type RenditionKind = 'md' | 'lg' | 'full' | 'preview';

/** One picture made from the original: WebP, sRGB, upright, without EXIF, GPS or any other metadata. */
export type RenderedImage = { kind: RenditionKind; content: Buffer; contentType: 'image/webp'; width: number; height: number };

export type ImageFacts = {
  /** What the content is, whatever its name said. */
  contentType: string;
  bytes: number;
  /** Upright size in pixels. */
  width: number;
  height: number;
  /** Base64. */
  thumbhash: string;
  /** 64-bit DCT hash of the picture and of its mirror image, as signed integers. */
  perceptualHash: bigint;
  perceptualHashMirror: bigint;
};

export type RenderRequest = {
  /** Path of the original on this machine. */
  file: string;
  /** Written into md, lg and full; none when empty. */
  watermark: string;
  signal?: AbortSignal;
};

/**
 * Renders images. Sizes (longest side at most): md 480, lg 1280, full 2048, and a preview of 48 pixels blurred so that
 * nothing of the original can be read from it. Throws MediaRefused for a file that can't be used; any other
 * error is the machine's and worth a retry.
 */
export interface MediaEngine {
  renderImage(request: RenderRequest): Promise<{ facts: ImageFacts; renditions: RenderedImage[] }>;
  close(): Promise<void>;
}
