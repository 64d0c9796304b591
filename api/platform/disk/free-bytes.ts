// The free disk space below a folder.
import { statfs } from 'node:fs/promises';

/** Bytes that this process, which is not root's reserve, may still write below `folder`. */
export const freeBytesOf = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};
