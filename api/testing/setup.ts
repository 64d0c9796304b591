// Vitest set-up file: runs before each test file, so its hook is the last one of the file to run.
import { closeAfterFile } from './after-file.ts';

closeAfterFile();
