// The sandboxed child that hashes the frames of a sheet: its arguments are the sheet, how many
// frames, columns and a frame's size.
import sharp from 'sharp';
import { pdqOf } from '../pdq.ts';
import { hashOf } from '../perceptual-hash.ts';
import type { PictureHash } from '../port.ts';

const [sheet = '', frames, columns, width, height] = process.argv.slice(2);
sharp.cache(false);
sharp.concurrency(1);

const { data, info } = await sharp(sheet, { failOn: 'error' })
  .toColourspace('srgb')
  .removeAlpha()
  .raw()
  .toBuffer({ resolveWithObject: true });
const frame = { width: Number(width), height: Number(height) };
const hashes: { hash: string; pdq: PictureHash }[] = [];
for (let index = 0; index < Number(frames); index += 1) {
  const left = (index % Number(columns)) * frame.width;
  const top = Math.floor(index / Number(columns)) * frame.height;
  if (left + frame.width > info.width || top + frame.height > info.height) break;
  const cut = sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } }).extract(
    { left, top, ...frame },
  );
  const png = await cut.png().toBuffer();
  hashes.push({ hash: (await hashOf(sharp(png))).toString(), pdq: await pdqOf(sharp(png)) });
}
process.stdout.write(JSON.stringify(hashes));
