// Whether the bytes of a file can hold a C2PA manifest store at all. Runs outside the sandbox,
// because it looks for four bytes and understands none; a file without them, which is nearly every
// one, needs no child.
import { createReadStream } from 'node:fs';

/** The type and the label of every manifest store begin with them, in each container. */
const MARK = Buffer.from('c2pa');

export const mentionsC2pa = async (file: string, signal?: AbortSignal): Promise<boolean> => {
  // The mark may begin in one chunk and end in the next.
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 ** 2, signal })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    if (bytes.includes(MARK)) return true;
    rest = bytes.subarray(-(MARK.length - 1));
  }
  return false;
};
