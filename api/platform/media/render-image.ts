// Inspects and renders one image. Runs only inside the sandboxed child, so that a hostile file can
// do no harm elsewhere.
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PICTURE_SIDES_PX } from '@camarim/contract/limits';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { pdqOf } from './pdq.ts';
import { hashOf } from './perceptual-hash.ts';
import { type ImageFacts, MediaRefused, type RenditionKind } from './port.ts';

/** 100 megapixels: four times what phones take. */
const PIXELS_MAX = 100_000_000;
const BYTES_MAX = 50 * 1024 * 1024;
const ALLOWED = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/apng', 'png'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
  ['image/avif', 'heif'],
]);
/** So few pixels go into the preview that nothing can be read from it, however it is sharpened. */
const PREVIEW_SOURCE_PX = 14;
const PREVIEW_PX = 48;
const THUMBHASH_PX = 100;
const FONT = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/figtree/600SemiBold/Figtree_600SemiBold.ttf',
);

export type RenderedPicture = {
  facts: ImageFacts;
  images: { kind: RenditionKind; content: Buffer; width: number; height: number }[];
};

const inside = (size: number) => ({
  width: size,
  height: size,
  fit: 'inside' as const,
  withoutEnlargement: true,
});

/**
 * Opens the picture without decoding it. Errors of the decoder become refusals; truncated data is
 * an error.
 */
const open = (content: Buffer): Sharp =>
  sharp(content, {
    failOn: 'error',
    limitInputPixels: PIXELS_MAX,
    sequentialRead: true,
    animated: false,
  });

const inspectImage = async (
  file: string,
): Promise<{ content: Buffer; contentType: string; metadata: Metadata }> => {
  const { size } = await stat(file);
  if (size > BYTES_MAX) throw new MediaRefused('tooLarge', `${size} bytes`);
  const content = await readFile(file);
  const type = await fileTypeFromBuffer(content);
  if (type?.mime === 'image/heic' || type?.mime === 'image/heif')
    throw new MediaRefused('heic', type.mime);
  if (!type || !ALLOWED.has(type.mime))
    throw new MediaRefused('forged', `the content is ${type?.mime ?? 'nothing known'}`);
  const metadata = await open(content).metadata().catch(refuseDamaged);
  if (metadata.format !== ALLOWED.get(type.mime))
    throw new MediaRefused('forged', `${type.mime} that decodes as ${metadata.format}`);
  if (metadata.width * metadata.height > PIXELS_MAX)
    throw new MediaRefused('tooManyPixels', `${metadata.width} x ${metadata.height}`);
  return { content, contentType: type.mime, metadata };
};

const refuseDamaged = (error: Error): never => {
  if (/pixel limit/i.test(error.message)) throw new MediaRefused('tooManyPixels', error.message);
  throw new MediaRefused('damaged', error.message);
};

type Raw = { data: Buffer; width: number; height: number };

const toImage = ({ data, width, height }: Raw): Sharp =>
  sharp(data, { raw: { width, height, channels: 4 } });

/** The mark goes to the lower right corner, white on a soft shadow, sized by the picture. */
const watermarkFor = async (text: string, width: number, height: number) => {
  if (!text) return [];
  const px = Math.max(11, Math.round(Math.min(width, height) * 0.032));
  const layer = (colour: string) =>
    sharp({
      text: {
        text: `<span foreground="${colour}">${escapeMarkup(text)}</span>`,
        font: 'Figtree SemiBold',
        fontfile: FONT,
        rgba: true,
        dpi: Math.round(px * 7.2),
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
  const [mark, shadow] = await Promise.all([layer('#ffffffd9'), layer('#000000a6')]);
  const margin = Math.round(px * 0.9);
  const left = width - mark.info.width - margin;
  const top = height - mark.info.height - margin;
  // A picture too small for the mark keeps its content readable instead.
  if (left < 0 || top < 0) return [];
  return [
    { input: shadow.data, left: left + 1, top: top + 1 },
    { input: mark.data, left, top },
  ];
};

const escapeMarkup = (text: string): string =>
  text.replaceAll(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const rendition = async (base: Raw, kind: RenditionKind, size: number, watermark: string) => {
  const { data, info } = await toImage(base)
    .resize(inside(size))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const overlays = await watermarkFor(watermark, info.width, info.height);
  const content = await toImage({ data, width: info.width, height: info.height })
    .composite(overlays)
    .webp({ quality: size > PICTURE_SIDES_PX.md ? 82 : 78 })
    .toBuffer();
  return { kind, content, width: info.width, height: info.height };
};

const preview = async (base: Raw) => {
  const tiny = await toImage(base).resize(inside(PREVIEW_SOURCE_PX)).png().toBuffer();
  const { data, info } = await sharp(tiny)
    .resize({ width: PREVIEW_PX, height: PREVIEW_PX, fit: 'inside', kernel: 'cubic' })
    .blur(2.5)
    .webp({ quality: 60 })
    .toBuffer({ resolveWithObject: true });
  return { kind: 'preview' as const, content: data, width: info.width, height: info.height };
};

const thumbhash = async (base: Raw): Promise<string> => {
  const { data, info } = await toImage(base)
    .resize(inside(THUMBHASH_PX))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
};

/**
 * Decodes once, upright and in sRGB; everything is made from that, so no metadata of the original
 * survives.
 */
export const renderImage = async (file: string, watermark: string): Promise<RenderedPicture> => {
  const { content, contentType, metadata } = await inspectImage(file);
  const { data, info } = await open(content)
    .rotate()
    .resize(inside(PICTURE_SIDES_PX.full))
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(refuseDamaged);
  const base: Raw = { data, width: info.width, height: info.height };
  const images = [
    await rendition(base, 'full', PICTURE_SIDES_PX.full, watermark),
    await rendition(base, 'lg', PICTURE_SIDES_PX.lg, watermark),
    await rendition(base, 'md', PICTURE_SIDES_PX.md, watermark),
    await preview(base),
  ];
  const sideways = (metadata.orientation ?? 1) >= 5;
  return {
    facts: {
      contentType,
      bytes: content.length,
      width: sideways ? metadata.height : metadata.width,
      height: sideways ? metadata.width : metadata.height,
      thumbhash: await thumbhash(base),
      perceptualHash: await hashOf(toImage(base)),
      perceptualHashMirror: await hashOf(toImage(base).flop()),
      pdq: await pdqOf(toImage(base)),
    },
    images,
  };
};
