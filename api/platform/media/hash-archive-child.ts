// The sandboxed child that hashes the files in a zip archive, one after the other; its argument is
// the archive. What shows no type, such as text, or is damaged is left out.
import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { pdqOf } from './pdq.ts';
import type { ArchiveMember } from './port.ts';

/** No more of a file is held in memory. A longer one is no picture that could be uploaded. */
const HELD_BYTES_MAX = 50 * 1_024 ** 2;
const PIXELS_MAX = 100_000_000;

const [path = ''] = process.argv.slice(2);
sharp.cache(false);
sharp.concurrency(1);

/** `begin`: the whole file unless it is longer than what is held. */
const read = async (archive: ZipFile, entry: Entry) => {
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    hash.update(chunk as Buffer);
    if (bytes < HELD_BYTES_MAX) chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
  }
  return { sha256: hash.digest('hex'), begin: Buffer.concat(chunks), bytes };
};

const hashOfEntry = async (archive: ZipFile, entry: Entry): Promise<ArchiveMember | null> => {
  const { sha256, begin, bytes } = await read(archive, entry);
  const type = await fileTypeFromBuffer(begin);
  if (!type) return null;
  const isPicture = type.mime.startsWith('image/') && bytes <= HELD_BYTES_MAX;
  const picture = sharp(begin, { limitInputPixels: PIXELS_MAX, animated: false }).rotate();
  return { sha256, pdq: isPicture ? await pdqOf(picture).catch(() => null) : null };
};

const archive = await yauzl.openPromise(path);
const members: ArchiveMember[] = [];
for await (const entry of archive.eachEntry()) {
  if (entry.fileName.endsWith('/')) continue;
  const member = await hashOfEntry(archive, entry).catch(() => null);
  if (member) members.push(member);
}
archive.close();
process.stdout.write(JSON.stringify(members));
