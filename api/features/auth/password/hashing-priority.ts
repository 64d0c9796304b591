// Lowers the CPU priority of the threads that hash passwords, so that hashing never delays
// requests.
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Half of the way to the lowest priority: hashing still progresses on a busy machine. */
export const HASHING_NICENESS = 10;
const TASKS = '/proc/self/task';

/**
 * Lowers the priority of libuv's threads; call it after the first hash, when they all exist. Only
 * Linux has priorities per thread; elsewhere nothing changes. The same threads do file access and
 * DNS, which take little CPU time.
 */
export const lowerHashingPriority = (): void => {
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync(TASKS)) {
    try {
      if (readFileSync(`${TASKS}/${thread}/comm`, 'utf8').startsWith('libuv-worker'))
        setPriority(Number(thread), HASHING_NICENESS);
    } catch (error) {
      // A thread that has ended, or a sandbox that hides threads: hashing keeps its priority.
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }
};
