// The sandboxed child that decodes an animated GIF or WebP and writes its frames as an animated
// PNG: its arguments are the picture and the new file.
import { open, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { MediaRefused } from '../port.ts';
import { ANIMATION_PIXELS_MAX, readAnimation } from './read-animation.ts';
import { apngEnd, apngFrame, apngHead } from './write-apng.ts';

const [file = '', made = '', contentType = ''] = process.argv.slice(2);
sharp.cache(false);
sharp.concurrency(1);

const write = async (): Promise<void> => {
  const content = await readFile(file);
  const animation = await readAnimation(content, contentType);
  if (!animation) throw new MediaRefused('damaged', 'it does not move');
  const { width, height, delaysMs } = animation;
  const strip = await sharp(content, {
    animated: true,
    failOn: 'error',
    limitInputPixels: ANIMATION_PIXELS_MAX,
  })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
    .catch((error: Error) => {
      throw new MediaRefused('damaged', error.message);
    });
  const frameBytes = width * height * 4;
  if (strip.length !== frameBytes * delaysMs.length)
    throw new MediaRefused('damaged', 'frames of other sizes than it says');
  const out = await open(made, 'w');
  try {
    let sequence = 0;
    for (const [index, delayMs] of delaysMs.entries()) {
      const png = await sharp(strip.subarray(index * frameBytes, (index + 1) * frameBytes), {
        raw: { width, height, channels: 4 },
      })
        .png({ compressionLevel: 1 })
        .toBuffer();
      if (index === 0) await out.write(apngHead(png, delaysMs.length));
      const { chunks, next } = apngFrame(png, { sequence, width, height, delayMs });
      await out.write(chunks);
      sequence = next;
    }
    await out.write(apngEnd());
  } finally {
    await out.close();
  }
};

try {
  await write();
  process.stdout.write('{}');
} catch (error) {
  if (!(error instanceof MediaRefused)) throw error;
  process.stdout.write(JSON.stringify({ refused: error.reason, detail: error.message }));
}
