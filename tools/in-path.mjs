// Whether a program is installed: looked for along the PATH, without running it.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @param {string} program */
export const isInPath = (program) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
