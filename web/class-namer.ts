// The names of classes in the build. Every visitor's page brings its styles (decision 0053), and
// the first ten packets of a connection hold 14.6 kB: names that say their file are half a
// kilobyte.
import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/**
 * Characters of the hash: two of 3,000 names are the same in 4 of 1,000 builds, which then fail.
 */
const LENGTH = 5;

/**
 * Names a class or an animation of a CSS module by its file below `root` and its own name, the same
 * in the browser's and the server's half. Throws when two would have one name.
 */
export const classNamer = (root: string): ((name: string, file: string) => string) => {
  const owners = new Map<string, string>();
  return (name, file) => {
    const owner = `${relative(root, file.split('?', 1)[0] ?? file)} ${name}`;
    const short = `_${createHash('sha256').update(owner).digest('base64url').slice(0, LENGTH)}`;
    const other = owners.get(short);
    if (other !== undefined && other !== owner)
      throw new Error(`the classes "${owner}" and "${other}" would both be named ${short}`);
    owners.set(short, owner);
    return short;
  };
};
