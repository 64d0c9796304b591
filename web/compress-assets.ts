// Writes .br and .gz beside every text file of the client build, so that the server never
// compresses them again.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(?:js|css|svg|json|txt|webmanifest)$/;
const SMALLEST_BYTES = 512;

export const compressAssets = async (folder: string): Promise<void> => {
  const files = await readdir(folder, { recursive: true });
  const compressible = files.filter((file) => TEXT.test(file)).map((file) => join(folder, file));
  await Promise.all(
    compressible.map(async (file) => {
      const content = await readFile(file);
      if (content.length < SMALLEST_BYTES) return;
      const br = await promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      });
      await Promise.all([
        writeFile(`${file}.br`, br),
        writeFile(
          `${file}.gz`,
          await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
        ),
      ]);
    }),
  );
};
