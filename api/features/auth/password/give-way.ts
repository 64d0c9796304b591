// Hashing gives way: the threads that hash passwords get the processor only when nobody else wants
// it.
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Half of the way to the lowest: others go first, hashing still goes on. */
export const HASHING_NICENESS = 10;
const TASKS = '/proc/self/task';

/**
 * Lowers the priority of libuv's threads, which are all there once the first work was given to
 * them. Linux alone lets single threads have one; elsewhere nothing changes. Files and names are
 * looked up by the same threads, in moments.
 */
export const makeHashingGiveWay = (): void => {
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync(TASKS)) {
    try {
      if (readFileSync(`${TASKS}/${thread}/comm`, 'utf8').startsWith('libuv-worker'))
        setPriority(Number(thread), HASHING_NICENESS);
    } catch (error) {
      // A thread that ended meanwhile, or a sandbox that hides threads: hashing then goes on as it
      // is.
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }
};
