// What a test file leaves to close after its last test. Test files share their modules, so an
// `afterAll` at the top of a module would run for one file only.
import { afterAll } from 'vitest';

const closers: (() => Promise<void>)[] = [];

/**
 * Registers a close from anywhere in a test file, also inside a test; the last one registered
 * closes first.
 */
export const afterFile = (close: () => Promise<void>): void => void closers.push(close);

/** Called once for each test file by the set-up file. */
export const closeAfterFile = (): void =>
  afterAll(async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close();
  });
