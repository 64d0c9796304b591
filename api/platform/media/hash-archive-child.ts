// The sandboxed child that hashes the files in a zip archive, one after the other, and reads their
// C2PA manifest stores. Its arguments are the archive, for how many seconds of processor time it
// looks at pictures, and a folder: each file is a line of JSON with its place in the archive, and
// its manifest store is in the folder by the number of the line. What shows no type, such as text,
// or is damaged is left out. An archive that can't be read is a line with the reason.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { readerOfBytes } from './credentials/find-manifest.ts';
import { credentialsIn } from './credentials/read-credentials.ts';
import { pdqOf } from './pdq.ts';
import { judgeArchive } from './judge-archive.ts';
import {
  ARCHIVE_CREDENTIALS_KEPT_BYTES,
  type ArchiveMember,
  MediaRefused,
  type PictureHash,
} from './port.ts';

/**
 * No more of a file is held in memory. A longer one is no picture that could be uploaded, and its
 * manifest store is looked for in these first bytes.
 */
const HELD_BYTES_MAX = 50 * 1_024 ** 2;
const PIXELS_MAX = 100_000_000;

/** Only of these a common file says something: many archives have the same document or font. */
const MEDIA_TYPE =
  /^(?:(?:image|video|audio)\/|application\/(?:mxf|ogg|vnd\.ms-asf|vnd\.rn-realmedia)$)/;

const MARK = Buffer.from('c2pa');
const [path = '', pictureSeconds = '', folder = ''] = process.argv.slice(2);
sharp.cache(false);
sharp.concurrency(1);

/** After that the rest is compared by its bytes only; on a busy machine twice as long passes. */
const hasTimeForPictures = (): boolean => {
  const { user, system } = process.cpuUsage();
  const usedSeconds = Math.max((user + system) / 1e6, performance.now() / 2_000);
  return usedSeconds < Number(pictureSeconds);
};

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

/** None when it is damaged. */
const picturesOf = async (content: Buffer): Promise<PictureHash[]> => {
  const picture = sharp(content, { limitInputPixels: PIXELS_MAX, animated: false }).rotate();
  return pdqOf(picture).then(
    (hash) => [hash],
    () => [],
  );
};

const hashOfEntry = async (archive: ZipFile, entry: Entry): Promise<ArchiveMember | null> => {
  const { sha256, begin, bytes } = await read(archive, entry);
  const type = await fileTypeFromBuffer(begin);
  if (!type) return null;
  const isPicture =
    type.mime.startsWith('image/') && bytes <= HELD_BYTES_MAX && hasTimeForPictures();
  return {
    name: entry.fileName,
    contentType: type.mime,
    bytes,
    sha256: MEDIA_TYPE.test(type.mime) ? sha256 : null,
    pictures: isPicture ? await picturesOf(begin) : [],
    credentials: begin.includes(MARK)
      ? await credentialsIn(readerOfBytes(begin)).catch(() => null)
      : null,
  };
};

/** The line of a member; its manifest store is kept while there is room for it. */
const lineOf = async (
  { credentials, ...member }: ArchiveMember & { entry: number },
  place: number,
  room: number,
): Promise<{ line: string; kept: number }> => {
  const { manifest = null, ...facts } = credentials ?? {};
  const kept = manifest && manifest.length <= room ? manifest : null;
  if (kept) await writeFile(join(folder, `${place}`), kept);
  const said = credentials && { ...facts, manifest: kept !== null };
  return {
    line: JSON.stringify({ ...member, credentials: said }),
    kept: kept?.length ?? 0,
  };
};

const hashAll = async (): Promise<void> => {
  const archive = await yauzl.openPromise(path);
  let [at, place, room] = [-1, 0, ARCHIVE_CREDENTIALS_KEPT_BYTES];
  for await (const entry of archive.eachEntry()) {
    at += 1;
    if (entry.fileName.endsWith('/')) continue;
    const member = await hashOfEntry(archive, entry).catch(() => null);
    if (!member) continue;
    const { line, kept } = await lineOf({ ...member, entry: at }, place, room);
    process.stdout.write(`${line}\n`);
    place += 1;
    room -= kept;
  }
  archive.close();
};

try {
  await judgeArchive(path);
  await hashAll();
} catch (error) {
  if (!(error instanceof MediaRefused)) throw error;
  process.stdout.write(`${JSON.stringify({ refused: error.message })}\n`);
}
