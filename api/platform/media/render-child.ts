// The sandboxed child: renders the file named by its first argument into the folder named by its
// second.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { MediaRefused } from './port.ts';
import { renderImage } from './render-image.ts';

const [file = '', folder = '', watermark = ''] = process.argv.slice(2);
sharp.cache(false);
sharp.concurrency(1);

/** The one line the parent reads. */
const answer = (message: object): void =>
  void process.stdout.write(
    JSON.stringify(message, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    ),
  );

try {
  const { facts, images } = await renderImage(file, watermark);
  for (const { kind, content } of images) await writeFile(join(folder, kind), content);
  answer({ facts, images: images.map(({ kind, width, height }) => ({ kind, width, height })) });
} catch (error) {
  if (!(error instanceof MediaRefused)) throw error;
  answer({ refused: error.reason, detail: error.message });
}
