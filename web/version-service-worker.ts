// Gives the service worker the version of the build, without which browsers would not notice a new
// one.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PLACE = "const VERSION = 'development';";
const VERSION_LENGTH = 12;

export const withVersion = (script: string, version: string): string => {
  if (!script.includes(PLACE)) throw new Error('the service worker has no place for its version');
  return script.replace(PLACE, `const VERSION = '${version}';`);
};

/** `folder` is that of the client's build, whose names of assets are hashes of their contents. */
export const versionServiceWorker = async (folder: string): Promise<void> => {
  const names = (await readdir(join(folder, 'assets'))).filter(
    (name) => !/\.(?:br|gz)$/.test(name),
  );
  const version = createHash('sha256')
    .update(names.sort().join('\n'))
    .digest('hex')
    .slice(0, VERSION_LENGTH);
  const file = join(folder, 'sw.js');
  await writeFile(file, withVersion(await readFile(file, 'utf8'), version));
};
