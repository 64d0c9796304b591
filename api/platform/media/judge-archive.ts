// Looks at what a zip archive says it holds, without unpacking: bombs, hidden paths and locked
// entries are refused.
import yauzl, { type Entry } from 'yauzl';
import { MediaRefused } from './port.ts';

const ENTRIES_MAX = 2_000;
const UNPACKED_MAX_BYTES = 20 * 1_024 ** 3;
/** Photos and videos hardly shrink; a hundredfold is only reached by what was made to. */
const RATIO_MAX = 100;
/** Small files may shrink as they like. */
const RATIO_FROM_BYTES = 10 * 1_024 ** 2;
const SYMBOLIC_LINK = 0o12;
const ENCRYPTED = 1;

const refuse = (detail: string): never => {
  throw new MediaRefused('archiveRefused', detail);
};

const judgeEntry = ({ fileName, externalFileAttributes, generalPurposeBitFlag }: Entry): void => {
  const problem = yauzl.validateFileName(fileName);
  if (problem !== null) refuse(problem);
  if (externalFileAttributes >>> 28 === SYMBOLIC_LINK) refuse('a link to somewhere else');
  if (generalPurposeBitFlag & ENCRYPTED) refuse('an entry is locked with a password');
};

/** How many entries it has. Throws MediaRefused. */
export const judgeArchive = async (path: string): Promise<number> => {
  const archive = await yauzl.openPromise(path).catch((error: Error) => refuse(error.message));
  let entries = 0;
  let packed = 0;
  let unpacked = 0;
  try {
    for await (const entry of archive.eachEntry()) {
      judgeEntry(entry);
      entries += 1;
      packed += entry.compressedSize;
      unpacked += entry.uncompressedSize;
      if (entries > ENTRIES_MAX) refuse(`more than ${ENTRIES_MAX} entries`);
      if (unpacked > UNPACKED_MAX_BYTES) refuse('it unpacks to too much');
      if (unpacked > RATIO_FROM_BYTES && unpacked > packed * RATIO_MAX)
        refuse('it unpacks to a hundred times its size');
    }
  } catch (error) {
    if (error instanceof MediaRefused) throw error;
    refuse((error as Error).message);
  } finally {
    archive.close();
  }
  if (entries === 0) refuse('it is empty');
  return entries;
};
