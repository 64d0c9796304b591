// The sandboxed child that hashes the pictures in a zip archive, one after the other in memory; its
// argument is the archive. What is no picture, or a damaged one, is left out.
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { pdqOf } from './pdq.ts';
import { ARCHIVE_PICTURES_MAX, type PictureHash } from './port.ts';

const PICTURE_BYTES_MAX = 50 * 1_024 ** 2;
const PIXELS_MAX = 100_000_000;

const [path = ''] = process.argv.slice(2);
sharp.cache(false);
sharp.concurrency(1);

const read = async (archive: ZipFile, entry: Entry): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    // The size that an entry says it has may be a lie.
    if (bytes > PICTURE_BYTES_MAX) return Buffer.alloc(0);
  }
  return Buffer.concat(chunks);
};

const hashOfEntry = async (archive: ZipFile, entry: Entry): Promise<PictureHash | null> => {
  if (entry.uncompressedSize > PICTURE_BYTES_MAX) return null;
  const content = await read(archive, entry);
  const type = await fileTypeFromBuffer(content);
  if (!type?.mime.startsWith('image/')) return null;
  return pdqOf(sharp(content, { limitInputPixels: PIXELS_MAX, animated: false }).rotate());
};

const archive = await yauzl.openPromise(path);
const hashes: PictureHash[] = [];
for await (const entry of archive.eachEntry()) {
  if (entry.fileName.endsWith('/')) continue;
  const hash = await hashOfEntry(archive, entry).catch(() => null);
  if (hash) hashes.push(hash);
  if (hashes.length >= ARCHIVE_PICTURES_MAX) break;
}
archive.close();
process.stdout.write(JSON.stringify(hashes));
