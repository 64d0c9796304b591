// Whether npm installed the native part of node-datachannel, of which there is one package for each
// kind of machine. It is not loaded here: only the engine's process does that.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const LIBRARY = 'node-datachannel';

/**
 * False where no program for this machine is published, or npm was asked to omit optional packages.
 */
export const hasNativeEngine = (machine = `${process.platform}-${process.arch}`): boolean => {
  try {
    const main = createRequire(import.meta.url).resolve(LIBRARY);
    const packages = join(main.slice(0, main.lastIndexOf(`${LIBRARY}/dist`)), `@${LIBRARY}`);
    return readdirSync(packages).some((name) => name.startsWith(machine));
  } catch {
    return false;
  }
};
