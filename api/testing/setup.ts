// Vitest set-up file: runs before each test file, so its hook is the last one of the file to run.
import fc from 'fast-check';
import { closeAfterFile } from './after-file.ts';
import { isSoak } from './crash/soak.ts';

closeAfterFile();

// The same commit passes or fails each time: new random cases belong to the soak project, or to a
// run with a seed of its own.
const seed = process.env['PROPERTY_SEED'];
if (seed !== undefined || !isSoak()) fc.configureGlobal({ seed: Number(seed ?? 1) });
