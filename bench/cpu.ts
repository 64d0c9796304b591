// How much of a processor processes have used, from the kernel's own counters (proc(5)).
import { readdir, readFile } from 'node:fs/promises';

/** The kernel counts in hundredths of a second, on every architecture Linux runs us on. */
const TICKS_PER_SECOND = 100;

const fieldsOf = async (pid: number | 'self'): Promise<number[]> => {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold spaces; numbers begin after it, with the third field.
  return line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
};

/** Seconds a process has used by itself. */
export const cpuSecondsOf = async (pid: number): Promise<number> => {
  const fields = await fieldsOf(pid);
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) / TICKS_PER_SECOND;
};

type Process = { pid: number; parent: number; seconds: number };

/**
 * A process with what it and its ended children have used; null when it has ended since it was
 * listed.
 */
const processOf = (pid: number): Promise<Process | null> =>
  fieldsOf(pid).then(
    ([, parent = 0, , , , , , , , , , own = 0, system = 0, ended = 0, endedSystem = 0]) => ({
      pid,
      parent,
      seconds: (own + system + ended + endedSystem) / TICKS_PER_SECOND,
    }),
    () => null,
  );

/** Seconds a process, its children and theirs have used, those that ended included. */
export const cpuSecondsOfTree = async (pid: number): Promise<number> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const running = (await Promise.all(pids.map(Number).map(processOf))).filter(
    (process) => process !== null,
  );
  const below = (root: number): number =>
    running
      .filter(({ parent }) => parent === root)
      .reduce((sum, child) => sum + child.seconds + below(child.pid), 0);
  return below(pid) + (running.find((process) => process.pid === pid)?.seconds ?? 0);
};

/** Seconds used by this process's children that have ended, and theirs. */
export const cpuSecondsOfChildren = async (): Promise<number> => {
  const fields = await fieldsOf('self');
  return ((fields[13] ?? 0) + (fields[14] ?? 0)) / TICKS_PER_SECOND;
};
