// Reads the C2PA manifest store of a file: its bytes, their hash, and what it says. Runs in the
// sandbox, because the file is a stranger's.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { type Credentials, CREDENTIALS_KEPT_BYTES } from '../port.ts';
import { type Extent, findManifest, type Reader, readerOf } from './find-manifest.ts';
import { summarise } from './summarise.ts';

/** More is only hashed: a manifest with pictures of all its ingredients has a few megabytes. */
const UNDERSTOOD_BYTES = 16 * 1024 ** 2;
const CHUNK_BYTES = 256 * 1024;

async function* chunksOf(reader: Reader, extents: readonly Extent[]): AsyncGenerator<Buffer> {
  for (const { offset, length } of extents)
    for (let at = 0; at < length; at += CHUNK_BYTES) {
      const wanted = Math.min(CHUNK_BYTES, length - at);
      yield await reader.read(offset + at, wanted);
    }
}

/** Null for a file without a manifest store. One that is damaged, or too long, has no summary. */
export const readCredentials = async (file: string): Promise<Credentials | null> => {
  const handle = await open(file, 'r');
  try {
    return await credentialsIn(await readerOf(handle));
  } finally {
    await handle.close();
  }
};

/** The same of what a reader reads. */
export const credentialsIn = async (reader: Reader): Promise<Credentials | null> => {
  const extents = await findManifest(reader);
  const bytes = extents.reduce((sum, { length }) => sum + length, 0);
  if (bytes === 0) return null;
  const hash = createHash('sha256');
  const held: Buffer[] = [];
  for await (const chunk of chunksOf(reader, extents)) {
    hash.update(chunk);
    if (bytes <= UNDERSTOOD_BYTES) held.push(chunk);
  }
  const store = Buffer.concat(held);
  return {
    bytes,
    sha256: hash.digest('hex'),
    manifest: bytes <= CREDENTIALS_KEPT_BYTES ? store : null,
    summary: bytes <= UNDERSTOOD_BYTES ? summaryOf(store) : null,
  };
};

const summaryOf = (store: Buffer): Credentials['summary'] => {
  try {
    return summarise(store);
  } catch {
    // Damaged, or made to be read for ever: the picture may be fine all the same.
    return null;
  }
};
