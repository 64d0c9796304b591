// Pictures with enough features for their hashes to differ, and archives of files.
import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import yazl from 'yazl';

/** A drawing with features in every part; each seed is another one. */
const drawing = (seed: number): Sharp => {
  const shapes = Array.from({ length: 24 }, (_, index) => {
    const at = (step: number, most: number) => (seed * 7919 + index * step * 104_729) % most;
    const fill = `#${(at(13, 0xffffff) | 0x101010).toString(16).padStart(6, '0')}`;
    return index % 2
      ? `<circle cx="${at(3, 900)}" cy="${at(5, 700)}" r="${30 + at(7, 120)}" fill="${fill}"/>`
      : `<rect x="${at(11, 900)}" y="${at(17, 700)}" width="${40 + at(19, 260)}" height="${40 + at(23, 200)}" fill="${fill}"/>`;
  }).join('');
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700"><rect width="900" height="700" fill="#e8c9a0"/>${shapes}</svg>`,
    ),
  );
};
export const jpeg = (seed: number) => drawing(seed).jpeg().toBuffer();
/** As taken in a dark room: hashes of such plain pictures have a quality of about 10. */
export const darkJpeg = (seed: number) =>
  drawing(seed).linear(0.1, 6).jpeg({ quality: 90 }).toBuffer();
/** One colour. */
export const flatJpeg = (background: string) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();
export const zipOf = (files: Record<string, Buffer>): Promise<Buffer> => {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(content, name);
  zip.end();
  return buffer(zip.outputStream);
};
