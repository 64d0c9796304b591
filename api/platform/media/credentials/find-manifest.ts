// Where the C2PA manifest store is in a file, without reading the rest: JPEG (APP11 segments), PNG
// (caBX), WebP and WAV (C2PA), files of ISO base media boxes (a uuid box), and MP3 and FLAC with an
// ID3v2 tag (a GEOB frame). Runs in the sandbox.
import type { FileHandle } from 'node:fs/promises';

/** A piece of the file, in bytes. */
export type Extent = { offset: number; length: number };

/** A file of honest size has a few hundred; a longer list is made to be long. */
const PIECES_MAX = 20_000;
const JPEG_SOS = 0xda;
const JPEG_APP11 = 0xeb;
const PNG_SIGNATURE = '89504e470d0a1a0a';
const BMFF_C2PA = 'd8fec3d61b0e483c92975828877ec481';

/** A file, or the bytes of one. */
export type Reader = {
  size: number;
  /** Shorter at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
};

export const readerOf = async (handle: FileHandle): Promise<Reader> => {
  const { size } = await handle.stat();
  return {
    size,
    read: async (offset, length) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    },
  };
};

export const readerOfBytes = (bytes: Buffer): Reader => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
});

const JUMBF_SEGMENT_HEAD = 8;

/**
 * JUMBF of APP11 is cut into segments, which repeat the head of their box (ISO 19566-5, annex D).
 */
const inJpeg = async (reader: Reader): Promise<Extent[]> => {
  const boxes = new Map<number, { at: number; extent: Extent }[]>();
  let offset = 2;
  for (let count = 0; count < PIECES_MAX; count += 1) {
    const head = await reader.read(offset, 32);
    if (head.length < 4 || head[0] !== 0xff) break;
    const marker = head[1] ?? 0;
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    const length = head.readUInt16BE(2);
    if (marker === JPEG_SOS || length < 2) break;
    if (marker === JPEG_APP11 && head.length >= 20 && head.toString('latin1', 4, 6) === 'JP') {
      const [box, at] = [head.readUInt16BE(6), head.readUInt32BE(8)];
      const boxHead = head.readUInt32BE(12) === 1 ? 16 : 8;
      const skipped = 2 + JUMBF_SEGMENT_HEAD + (at > 1 ? boxHead : 0);
      if (head.toString('latin1', 16, 20) === 'jumb' && length > skipped) {
        const pieces = boxes.get(box) ?? [];
        boxes.set(box, pieces);
        pieces.push({ at, extent: { offset: offset + 2 + skipped, length: length - skipped } });
      }
    }
    offset += 2 + length;
  }
  const [first] = boxes.values();
  return (first ?? []).toSorted((a, b) => a.at - b.at).map(({ extent }) => extent);
};

/** The first chunk of this type. `tail`: what follows the data of each chunk. */
const inChunks = async (
  reader: Reader,
  from: number,
  wanted: string,
  read: (head: Buffer) => { type: string; length: number },
  tail: (length: number) => number,
): Promise<Extent[]> => {
  let offset = from;
  for (let count = 0; count < PIECES_MAX; count += 1) {
    const head = await reader.read(offset, 8);
    if (head.length < 8) return [];
    const { type, length } = read(head);
    if (type === wanted) return [{ offset: offset + 8, length }];
    offset += 8 + length + tail(length);
  }
  return [];
};

const inPng = (reader: Reader): Promise<Extent[]> =>
  inChunks(
    reader,
    8,
    'caBX',
    (head) => ({ type: head.toString('latin1', 4, 8), length: head.readUInt32BE(0) }),
    () => 4,
  );

/** WebP, WAV and AVI. */
const inRiff = (reader: Reader): Promise<Extent[]> =>
  inChunks(
    reader,
    12,
    'C2PA',
    (head) => ({ type: head.toString('latin1', 0, 4), length: head.readUInt32LE(4) }),
    (length) => length % 2,
  );

/**
 * After the head of the box and its type: a version, a purpose that ends with a zero, and an
 * offset.
 */
const manifestIn = async (reader: Reader, offset: number, end: number): Promise<Extent | null> => {
  const head = await reader.read(offset, 128);
  const close = head.indexOf(0, 4);
  if (close < 0 || head.toString('latin1', 4, close) !== 'manifest') return null;
  const begins = offset + close + 1 + 8;
  return begins < end ? { offset: begins, length: end - begins } : null;
};

const inBoxes = async (reader: Reader): Promise<Extent[]> => {
  let offset = 0;
  for (let count = 0; count < PIECES_MAX && offset < reader.size; count += 1) {
    const head = await reader.read(offset, 32);
    if (head.length < 8) return [];
    const short = head.readUInt32BE(0);
    const large = short === 1 && head.length >= 16;
    const length =
      short === 0 ? reader.size - offset : large ? Number(head.readBigUInt64BE(8)) : short;
    const begins = large ? 16 : 8;
    if (length < begins || !Number.isSafeInteger(length)) return [];
    if (
      head.toString('latin1', 4, 8) === 'uuid' &&
      head.toString('hex', begins, begins + 16) === BMFF_C2PA
    ) {
      const found = await manifestIn(
        reader,
        offset + begins + 16,
        Math.min(offset + length, reader.size),
      );
      if (found) return [found];
    }
    offset += length;
  }
  return [];
};

const ID3_HEAD = 10;
/** Where the texts of a frame are: a type, a file name and a description. */
const GEOB_TEXTS_BYTES = 512;
/** Four bytes of seven bits each. */
const synchsafe = (bytes: Buffer, at: number): number =>
  [0, 1, 2, 3].reduce((size, index) => size * 128 + ((bytes[at + index] ?? 0) & 0x7f), 0);

/**
 * After the encoding, the type of the content and two texts, each closed by a zero (two in UTF-16).
 */
const manifestInGeob = async (reader: Reader, offset: number, end: number): Promise<Extent[]> => {
  const head = await reader.read(offset, Math.min(GEOB_TEXTS_BYTES, end - offset));
  const typeEnd = head.indexOf(0, 1);
  if (typeEnd < 0 || !head.toString('latin1', 1, typeEnd).includes('c2pa')) return [];
  const wide = head[0] === 1 || head[0] === 2;
  let at = typeEnd + 1;
  for (let text = 0; text < 2; text += 1) {
    while (at < head.length && (head[at] !== 0 || (wide && head[at + 1] !== 0))) at += wide ? 2 : 1;
    at += wide ? 2 : 1;
  }
  const begins = offset + at;
  return at < head.length && begins < end ? [{ offset: begins, length: end - begins }] : [];
};

/**
 * ID3 of the versions 2.3 and 2.4, without an extended head or unsynchronisation, which signers do
 * not write.
 */
const inId3 = async (reader: Reader, tag: Buffer): Promise<Extent[]> => {
  const version = tag[3];
  if ((version !== 3 && version !== 4) || ((tag[5] ?? 0) & 0xc0) !== 0) return [];
  const end = Math.min(reader.size, ID3_HEAD + synchsafe(tag, 6));
  let offset = ID3_HEAD;
  for (let count = 0; count < PIECES_MAX && offset + ID3_HEAD < end; count += 1) {
    const head = await reader.read(offset, ID3_HEAD);
    if (head.length < ID3_HEAD || head[0] === 0) return [];
    const length = version === 4 ? synchsafe(head, 4) : head.readUInt32BE(4);
    const begins = offset + ID3_HEAD;
    if (head.toString('latin1', 0, 4) === 'GEOB') {
      const found = await manifestInGeob(reader, begins, Math.min(begins + length, end));
      if (found.length > 0) return found;
    }
    offset = begins + length;
  }
  return [];
};

/** The pieces of the manifest store in their order; none in a file without one. */
export const findManifest = async (reader: Reader): Promise<Extent[]> => {
  const head = await reader.read(0, 12);
  const extents = await (head.toString('hex', 0, 2) === 'ffd8'
    ? inJpeg(reader)
    : head.toString('hex', 0, 8) === PNG_SIGNATURE
      ? inPng(reader)
      : head.toString('latin1', 0, 4) === 'RIFF'
        ? inRiff(reader)
        : head.toString('latin1', 4, 8) === 'ftyp'
          ? inBoxes(reader)
          : head.toString('latin1', 0, 3) === 'ID3'
            ? inId3(reader, head)
            : []);
  return extents.flatMap(({ offset, length }) => {
    const there = Math.min(length, reader.size - offset);
    return there > 0 ? [{ offset, length: there }] : [];
  });
};
